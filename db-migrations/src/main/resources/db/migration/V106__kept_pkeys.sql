-- PKeys that nobody gets by chance: given on request only, or to nobody at all. The low 15 bits, as everywhere here.
ALTER TABLE fabric
  ADD COLUMN pkeys_reserved int4multirange NOT NULL DEFAULT '{}',
  ADD COLUMN pkeys_on_request int4multirange NOT NULL DEFAULT '{}',
  ADD CONSTRAINT pkeys_kept_once CHECK (NOT pkeys_reserved && pkeys_on_request);

-- Tables that were read before this say nothing about the default partition as it is wanted now.
ALTER TABLE fabric ADD COLUMN default_since timestamptz NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION claim_pkey(p_fabric uuid, p_partition uuid, p_wanted integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  f record;
  k integer;
BEGIN
  SELECT pkey_first, pkey_last, pkeys_reserved, pkeys_reserved + pkeys_on_request AS kept INTO STRICT f
    FROM fabric WHERE id = p_fabric;
  IF p_wanted IS NOT NULL THEN
    UPDATE pkey_slot SET state = 'taken', partition_id = p_partition, since = now()
      WHERE fabric_id = p_fabric AND pkey = p_wanted AND state = 'free' AND NOT p_wanted <@ f.pkeys_reserved
      RETURNING pkey INTO k;
    IF k IS NULL THEN
      RAISE EXCEPTION 'PKey not available' USING ERRCODE = 'IB002';
    END IF;
    RETURN k;
  END IF;
  LOOP
    SELECT pkey INTO k FROM pkey_slot
      WHERE fabric_id = p_fabric AND state = 'free' AND pkey BETWEEN f.pkey_first AND f.pkey_last AND NOT pkey::integer <@ f.kept
      ORDER BY pkey LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF k IS NOT NULL THEN
      UPDATE pkey_slot SET state = 'taken', partition_id = p_partition, since = now()
        WHERE fabric_id = p_fabric AND pkey = k;
      RETURN k;
    END IF;
    -- Perhaps free rows are only locked by others who may yet give them up: wait for the lowest and look again.
    SELECT pkey INTO k FROM pkey_slot
      WHERE fabric_id = p_fabric AND state = 'free' AND pkey BETWEEN f.pkey_first AND f.pkey_last AND NOT pkey::integer <@ f.kept
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
