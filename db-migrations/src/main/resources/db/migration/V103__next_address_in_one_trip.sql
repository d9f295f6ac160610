-- The next free addresses of a pool, for nobody in particular: taken and written down in one round trip, one for each id, the
-- lowest first and in the order of the ids. With fewer free than asked for, as many as there are: the caller sees to the rest.
-- Runs under the caller's policies; nothing of a pool that the caller does not see.
CREATE FUNCTION claim_next(p_pool uuid, p_ids uuid[], p_notes text[], p_until timestamptz[])
  RETURNS TABLE (address_id uuid, given inet, at timestamptz, tenant uuid, tenant_name text, partition uuid,
                 partition_name text, pkey integer, pool_name text, pool_prefix cidr)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  p record;
  s record;
  taken inet[] := '{}';
  want integer := cardinality(p_ids);
  last inet;
BEGIN
  PERFORM 1 FROM pool WHERE pool.id = p_pool FOR NO KEY UPDATE;
  -- Only now: what is read before the lock may be of before a removal.
  SELECT o.tenant_id, x.name AS tenant_name, o.partition_id, t.name AS partition_name, t.pkey, o.name, o.prefix, t.removed_at
    INTO p FROM pool o JOIN partition t ON t.id = o.partition_id JOIN tenant x ON x.id = o.tenant_id WHERE o.id = p_pool;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF p.removed_at IS NOT NULL THEN
    RAISE EXCEPTION 'partition is being removed' USING ERRCODE = 'IB003';
  END IF;
  WHILE want > 0 LOOP
    SELECT f.lo, f.hi INTO s FROM pool_free f WHERE f.pool_id = p_pool ORDER BY f.lo LIMIT 1;
    EXIT WHEN NOT FOUND;
    -- hi - lo overflows bigint in a large IPv6 pool; see claim_addresses.
    last := CASE
      WHEN s.lo < CASE family(s.lo) WHEN 4 THEN inet '128.0.0.0' ELSE inet '8000::' END THEN least(s.lo + (want - 1), s.hi)
      WHEN s.hi - want >= s.lo THEN s.lo + (want - 1)
      ELSE s.hi END;
    IF last = s.hi THEN
      DELETE FROM pool_free f WHERE f.pool_id = p_pool AND f.lo = s.lo;
    ELSE
      UPDATE pool_free f SET lo = last + 1 WHERE f.pool_id = p_pool AND f.lo = s.lo;
    END IF;
    FOR g IN 0 .. (last - s.lo)::integer LOOP
      taken := taken || (s.lo + g);
    END LOOP;
    want := cardinality(p_ids) - cardinality(taken);
  END LOOP;
  RETURN QUERY
    INSERT INTO address (id, tenant_id, partition_id, pool_id, ip, note, reserved_until)
      SELECT w.id, p.tenant_id, p.partition_id, p_pool, w.ip, w.note, w.until
      FROM unnest(p_ids, taken, p_notes, p_until) w (id, ip, note, until) WHERE w.ip IS NOT NULL
      RETURNING address.id, address.ip::inet, address.created_at, p.tenant_id, p.tenant_name::text, p.partition_id,
        p.partition_name::text, p.pkey::integer, p.name::text, p.prefix;
END $$;
REVOKE ALL ON FUNCTION claim_next(uuid, uuid[], text[], timestamptz[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_next(uuid, uuid[], text[], timestamptz[]) TO ibportal_app, ibportal_fabric;
