-- Whoever waits for keys that others may yet give up holds none meanwhile: a row that was waited for stays locked until
-- the end of the transaction even if it turns out to be taken, and several waiters could then wait for each other.
CREATE OR REPLACE FUNCTION claim_pkey(p_fabric uuid, p_partition uuid, p_wanted integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  f record;
  k integer;
BEGIN
  SELECT pkey_first, pkey_last INTO STRICT f FROM fabric WHERE id = p_fabric;
  IF p_wanted IS NOT NULL THEN
    UPDATE pkey_slot SET state = 'taken', partition_id = p_partition, since = now()
      WHERE fabric_id = p_fabric AND pkey = p_wanted AND state = 'free' RETURNING pkey INTO k;
    IF k IS NULL THEN
      RAISE EXCEPTION 'PKey not available' USING ERRCODE = 'IB002';
    END IF;
    RETURN k;
  END IF;
  LOOP
    SELECT pkey INTO k FROM pkey_slot
      WHERE fabric_id = p_fabric AND state = 'free' AND pkey BETWEEN f.pkey_first AND f.pkey_last
      ORDER BY pkey LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF k IS NOT NULL THEN
      UPDATE pkey_slot SET state = 'taken', partition_id = p_partition, since = now()
        WHERE fabric_id = p_fabric AND pkey = k;
      RETURN k;
    END IF;
    -- Perhaps free rows are only locked by others who may yet give them up: wait for the lowest and look again.
    SELECT pkey INTO k FROM pkey_slot
      WHERE fabric_id = p_fabric AND state = 'free' AND pkey BETWEEN f.pkey_first AND f.pkey_last
      ORDER BY pkey LIMIT 1;
    IF k IS NULL THEN
      RAISE EXCEPTION 'no free PKey' USING ERRCODE = 'IB001';
    END IF;
    BEGIN
      PERFORM 1 FROM pkey_slot WHERE fabric_id = p_fabric AND pkey = k FOR UPDATE;
      RAISE EXCEPTION 'waited' USING ERRCODE = 'IB000';
    EXCEPTION WHEN SQLSTATE 'IB000' THEN
      NULL; -- with the block's work its lock is given back
    END;
  END LOOP;
END $$;
