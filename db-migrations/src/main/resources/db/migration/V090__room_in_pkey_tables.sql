-- Room in a port's PKey table is what was read to be in it and what was promised, not what was promised alone.
CREATE OR REPLACE FUNCTION membership_made() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  i uuid := gen_random_uuid();
  size integer;
  used integer;
  wanted integer;
  there boolean;
  guid_ text;
  entries integer[];
BEGIN
  -- Shared, so that a removal waits for this membership and then ends it too: a key share would not hold it up.
  PERFORM 1 FROM partition WHERE id = NEW.partition_id AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'partition is being removed' USING ERRCODE = 'IB003';
  END IF;
  -- A port's PKey table is finite, and all tenants of the node share it, with keys that others put there and the default
  -- partition's. A key that is in it already takes no more room. Where the size was never read nothing is known.
  SELECT v.capacity, o.guid, coalesce(v.pkeys, '{}') INTO size, guid_, entries
    FROM port_fabric_view v JOIN port o ON o.id = v.port_id WHERE v.port_id = NEW.port_id;
  IF size IS NOT NULL THEN
    PERFORM 1 FROM port WHERE id = NEW.port_id FOR NO KEY UPDATE;
    SELECT pkey INTO wanted FROM partition WHERE id = NEW.partition_id;
    SELECT count(*), coalesce(bool_or(k = wanted), false) INTO used, there FROM (
      SELECT 32767 AS k
      UNION SELECT e & 32767 FROM unnest(entries) e WHERE e & 32767 <> 0
      UNION SELECT p.pkey FROM membership_status s JOIN partition p ON p.id = s.partition_id
        WHERE s.port_id = NEW.port_id AND s.state <> 'absent') u;
    IF used >= size AND NOT there THEN
      RAISE EXCEPTION 'PKey table of port % is full', NEW.port_id
        USING ERRCODE = 'IB004', DETAIL = guid_ || ' ' || size || ' ' || used;
    END IF;
  END IF;
  INSERT INTO membership_status (membership_id, tenant_id, partition_id, port_id)
    VALUES (NEW.id, NEW.tenant_id, NEW.partition_id, NEW.port_id);
  INSERT INTO interface (id, tenant_id, membership_id, node_id) VALUES (i, NEW.tenant_id, NEW.id, NEW.node_id);
  INSERT INTO interface_status (interface_id, tenant_id, node_id, reason)
    VALUES (i, NEW.tenant_id, NEW.node_id, 'waiting for the fabric to make the port a member');
  RETURN NULL;
END $$;
