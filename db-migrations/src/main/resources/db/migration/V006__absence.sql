-- What must be absent, written in the transaction that decides it. Nothing named here may be given to anybody else
-- before the row is closed, and it is closed by proof alone: both sides read back (or the node declared dead).
CREATE TABLE absence (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id        uuid NOT NULL,
  kind             text NOT NULL CHECK (kind IN ('membership', 'address')),
  membership_id    uuid NOT NULL,
  interface_id     uuid NOT NULL,
  partition_id     uuid NOT NULL,
  fabric_id        uuid NOT NULL REFERENCES fabric,
  node_id          uuid NOT NULL REFERENCES node,
  port_guid        port_guid NOT NULL,
  pkey             pkey_base NOT NULL,
  address_id       uuid,
  ip               host_inet,
  decided_at       timestamptz NOT NULL DEFAULT now(),
  fabric_absent_at timestamptz,
  node_absent_at   timestamptz,
  closed_at        timestamptz,
  CHECK ((kind = 'address') = (address_id IS NOT NULL AND ip IS NOT NULL)),
  -- An address is a matter of the host alone.
  CHECK (kind = 'membership' OR fabric_absent_at IS NOT NULL),
  CHECK (closed_at IS NULL OR (fabric_absent_at IS NOT NULL AND node_absent_at IS NOT NULL))
);
CREATE INDEX absence_open_node ON absence (node_id) WHERE closed_at IS NULL;
CREATE INDEX absence_open_fabric ON absence (fabric_id) WHERE closed_at IS NULL;
CREATE INDEX absence_open_partition ON absence (partition_id) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX absence_membership ON absence (membership_id) WHERE kind = 'membership';
CREATE UNIQUE INDEX absence_address ON absence (address_id) WHERE kind = 'address';

-- The functions from here on run as ibportal_fabric: few, small, reviewed. Each does one thing that a tenant's
-- transaction needs of fabric-wide tables.

-- Takes a PKey for a partition: the wanted one, else the lowest free of the fabric's automatic range.
-- IB001: none is free. IB002: the wanted one is not available. The caller learns no more than that.
CREATE FUNCTION claim_pkey(p_fabric uuid, p_partition uuid, p_wanted integer) RETURNS integer
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
    IF k IS NULL THEN
      -- Perhaps free rows are only locked by others who may yet give them up: wait for the lowest and look again.
      PERFORM 1 FROM pkey_slot
        WHERE fabric_id = p_fabric AND state = 'free' AND pkey BETWEEN f.pkey_first AND f.pkey_last
        ORDER BY pkey LIMIT 1;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'no free PKey' USING ERRCODE = 'IB001';
      END IF;
      PERFORM 1 FROM pkey_slot
        WHERE fabric_id = p_fabric AND state = 'free' AND pkey BETWEEN f.pkey_first AND f.pkey_last
        ORDER BY pkey LIMIT 1 FOR UPDATE;
      CONTINUE;
    END IF;
    UPDATE pkey_slot SET state = 'taken', partition_id = p_partition, since = now()
      WHERE fabric_id = p_fabric AND pkey = k;
    RETURN k;
  END LOOP;
END $$;

CREATE FUNCTION wake_fabric(p_fabric uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO fabric_change (fabric_id) VALUES (p_fabric);
  PERFORM pg_notify('ibportal', 'fabric ' || p_fabric);
END $$;

CREATE FUNCTION wake_node(p_node uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO node_change (node_id) VALUES (p_node);
  PERFORM pg_notify('ibportal', 'node ' || p_node);
END $$;

-- A new fabric, and one that got another subnet manager, is looked at at once.
CREATE FUNCTION fabric_wakes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM wake_fabric(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER fabric_wakes AFTER INSERT OR UPDATE ON fabric FOR EACH ROW EXECUTE FUNCTION fabric_wakes();

CREATE FUNCTION partition_made() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM pkey_slot WHERE fabric_id = NEW.fabric_id AND pkey = NEW.pkey AND partition_id = NEW.id AND state = 'taken';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'PKey % was not claimed for partition %', NEW.pkey, NEW.id USING ERRCODE = 'IB002';
  END IF;
  INSERT INTO partition_status (partition_id, tenant_id, fabric_id, pkey) VALUES (NEW.id, NEW.tenant_id, NEW.fabric_id, NEW.pkey);
  PERFORM wake_fabric(NEW.fabric_id);
  RETURN NULL;
END $$;
CREATE TRIGGER partition_made AFTER INSERT ON partition FOR EACH ROW EXECUTE FUNCTION partition_made();

CREATE FUNCTION partition_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.tenant_id, OLD.fabric_id, OLD.pkey) IS DISTINCT FROM (NEW.id, NEW.tenant_id, NEW.fabric_id, NEW.pkey) THEN
    RAISE EXCEPTION 'a partition keeps its tenant, fabric and PKey for life';
  END IF;
  IF OLD.removed_at IS NOT NULL AND NEW.removed_at IS NULL THEN
    RAISE EXCEPTION 'a removed partition does not come back';
  END IF;
  IF NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL THEN
    -- Members before the partition's own state, as the reconciler writes them.
    UPDATE membership SET removed_at = NEW.removed_at WHERE partition_id = NEW.id AND removed_at IS NULL;
    UPDATE partition_status SET state = 'retiring', since = now(), reason = 'removed; waiting until its members are proven absent'
      WHERE partition_id = NEW.id;
  END IF;
  PERFORM wake_fabric(NEW.fabric_id);
  PERFORM wake_node(m.node_id) FROM (SELECT DISTINCT node_id FROM membership WHERE partition_id = NEW.id) m;
  RETURN NULL;
END $$;
CREATE TRIGGER partition_changed AFTER UPDATE ON partition FOR EACH ROW EXECUTE FUNCTION partition_changed();

CREATE FUNCTION membership_made() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  i uuid := gen_random_uuid();
  size integer;
BEGIN
  -- Shared, so that a removal waits for this membership and then ends it too: a key share would not hold it up.
  PERFORM 1 FROM partition WHERE id = NEW.partition_id AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'partition is being removed' USING ERRCODE = 'IB003';
  END IF;
  -- A port's PKey table is finite, and all tenants of the node share it; one entry is the default partition's.
  SELECT capacity INTO size FROM port_fabric_view WHERE port_id = NEW.port_id;
  IF size IS NOT NULL THEN
    PERFORM 1 FROM port WHERE id = NEW.port_id FOR NO KEY UPDATE;
    IF (SELECT count(*) FROM membership_status WHERE port_id = NEW.port_id AND state <> 'absent') >= size - 1 THEN
      RAISE EXCEPTION 'PKey table of port % is full', NEW.port_id USING ERRCODE = 'IB004', DETAIL = size::text;
    END IF;
  END IF;
  INSERT INTO membership_status (membership_id, tenant_id, partition_id, port_id)
    VALUES (NEW.id, NEW.tenant_id, NEW.partition_id, NEW.port_id);
  INSERT INTO interface (id, tenant_id, membership_id, node_id) VALUES (i, NEW.tenant_id, NEW.id, NEW.node_id);
  INSERT INTO interface_status (interface_id, tenant_id, node_id, reason)
    VALUES (i, NEW.tenant_id, NEW.node_id, 'waiting for the fabric to make the port a member');
  RETURN NULL;
END $$;
CREATE TRIGGER membership_made AFTER INSERT ON membership FOR EACH ROW EXECUTE FUNCTION membership_made();

CREATE FUNCTION membership_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.tenant_id, OLD.partition_id, OLD.fabric_id, OLD.node_id, OLD.port_id)
     IS DISTINCT FROM (NEW.id, NEW.tenant_id, NEW.partition_id, NEW.fabric_id, NEW.node_id, NEW.port_id) THEN
    RAISE EXCEPTION 'a membership keeps its partition and port for life';
  END IF;
  IF OLD.removed_at IS NOT NULL AND NEW.removed_at IS DISTINCT FROM OLD.removed_at THEN
    RAISE EXCEPTION 'a removed membership does not come back';
  END IF;
  IF NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL THEN
    INSERT INTO absence (tenant_id, kind, membership_id, interface_id, partition_id, fabric_id, node_id, port_guid, pkey)
      SELECT NEW.tenant_id, 'membership', NEW.id, i.id, NEW.partition_id, NEW.fabric_id, NEW.node_id, p.guid, t.pkey
      FROM interface i, port p, partition t
      WHERE i.membership_id = NEW.id AND p.id = NEW.port_id AND t.id = NEW.partition_id;
    UPDATE membership_status SET state = 'leaving', since = now(), reason = 'removed; waiting until its absence is read back'
      WHERE membership_id = NEW.id;
    UPDATE interface_status SET state = 'leaving', since = now(), cause = '', reason = 'removed; waiting until its absence is read back'
      WHERE interface_id = (SELECT id FROM interface WHERE membership_id = NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER membership_changed AFTER UPDATE ON membership FOR EACH ROW EXECUTE FUNCTION membership_changed();

-- One wake-up per statement and object, however many members it touched.
CREATE FUNCTION membership_wakes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM wake_fabric(f.fabric_id) FROM (SELECT DISTINCT fabric_id FROM touched) f;
  INSERT INTO node_change (node_id) SELECT DISTINCT node_id FROM touched;
  PERFORM pg_notify('ibportal', 'nodes') FROM touched LIMIT 1;
  RETURN NULL;
END $$;
CREATE TRIGGER membership_wakes_insert AFTER INSERT ON membership REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION membership_wakes();
CREATE TRIGGER membership_wakes_update AFTER UPDATE ON membership REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION membership_wakes();

-- Addresses: bound to an interface they enter its node's spec; removed ones are freed at once when no host ever had
-- them, else when the host was read back.
CREATE FUNCTION address_made() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO node_prefix (interface_id, pool_id, tenant_id, node_id, partition_id, prefix)
    SELECT DISTINCT t.interface_id, t.pool_id, t.tenant_id, t.node_id, t.partition_id, p.prefix
    FROM touched t JOIN pool p ON p.id = t.pool_id
    WHERE t.interface_id IS NOT NULL AND t.removed_at IS NULL
    ON CONFLICT ON CONSTRAINT node_prefix_pkey DO NOTHING;
  INSERT INTO node_change (node_id) SELECT DISTINCT node_id FROM touched WHERE interface_id IS NOT NULL;
  PERFORM pg_notify('ibportal', 'nodes') FROM touched WHERE interface_id IS NOT NULL LIMIT 1;
  RETURN NULL;
END $$;
CREATE TRIGGER address_made AFTER INSERT ON address REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION address_made();
CREATE TRIGGER address_bound AFTER UPDATE ON address REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION address_made();

-- Frees an address: deletes its row and puts it back into the pool.
CREATE FUNCTION free_address(p_address uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE a record;
BEGIN
  -- The pool's row before the address's, as all that hands out addresses does: else two could wait for each other.
  PERFORM 1 FROM pool p JOIN address x ON x.pool_id = p.id WHERE x.id = p_address FOR NO KEY UPDATE OF p;
  DELETE FROM address WHERE id = p_address RETURNING pool_id, ip, interface_id INTO a;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM give_back_address(a.pool_id, a.ip);
  DELETE FROM node_prefix n WHERE n.interface_id = a.interface_id AND n.pool_id = a.pool_id
    AND NOT EXISTS (SELECT FROM address o WHERE o.interface_id = a.interface_id AND o.pool_id = a.pool_id);
END $$;

CREATE FUNCTION address_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.tenant_id, OLD.partition_id, OLD.pool_id, OLD.ip) IS DISTINCT FROM (NEW.id, NEW.tenant_id, NEW.partition_id, NEW.pool_id, NEW.ip) THEN
    RAISE EXCEPTION 'an address keeps its value and pool for life';
  END IF;
  IF OLD.interface_id IS NOT NULL AND NEW.interface_id IS DISTINCT FROM OLD.interface_id THEN
    RAISE EXCEPTION 'an address is released before another interface gets it';
  END IF;
  IF OLD.removed_at IS NOT NULL AND NEW.removed_at IS DISTINCT FROM OLD.removed_at THEN
    RAISE EXCEPTION 'a released address does not come back';
  END IF;
  IF NEW.removed_at IS NULL OR OLD.removed_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF NEW.interface_id IS NULL THEN
    PERFORM free_address(NEW.id);
    RETURN NULL;
  END IF;
  INSERT INTO absence (tenant_id, kind, membership_id, interface_id, partition_id, fabric_id, node_id, port_guid, pkey,
                       address_id, ip, fabric_absent_at)
    SELECT NEW.tenant_id, 'address', m.id, i.id, m.partition_id, m.fabric_id, m.node_id, p.guid, t.pkey, NEW.id, NEW.ip, now()
    FROM interface i JOIN membership m ON m.id = i.membership_id JOIN port p ON p.id = m.port_id
      JOIN partition t ON t.id = m.partition_id
    WHERE i.id = NEW.interface_id;
  RETURN NULL;
END $$;
CREATE TRIGGER address_changed AFTER UPDATE ON address FOR EACH ROW EXECUTE FUNCTION address_changed();

-- Closes what is proven on both sides and frees what hung on it. Answers how many rows were closed.
CREATE FUNCTION close_absences(p_ids bigint[]) RETURNS integer
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  a record;
  closed integer := 0;
BEGIN
  -- All pools that get something back, in the one order for all.
  PERFORM 1 FROM pool WHERE id IN (
      SELECT x.pool_id FROM absence b JOIN address x ON x.id = b.address_id
      WHERE b.id = ANY (p_ids) AND b.closed_at IS NULL
      UNION SELECT x.pool_id FROM absence b JOIN address x ON x.interface_id = b.interface_id
      WHERE b.id = ANY (p_ids) AND b.closed_at IS NULL AND b.kind = 'membership')
    ORDER BY partition_id, prefix FOR NO KEY UPDATE;
  FOR a IN SELECT * FROM absence
           WHERE id = ANY (p_ids) AND closed_at IS NULL AND fabric_absent_at IS NOT NULL AND node_absent_at IS NOT NULL
           ORDER BY id FOR UPDATE LOOP
    UPDATE absence SET closed_at = now() WHERE id = a.id;
    closed := closed + 1;
    IF a.kind = 'address' THEN
      PERFORM free_address(a.address_id);
      CONTINUE;
    END IF;
    UPDATE absence SET node_absent_at = coalesce(node_absent_at, now()), closed_at = now()
      WHERE kind = 'address' AND interface_id = a.interface_id AND closed_at IS NULL;
    PERFORM free_address(x.id) FROM (SELECT id FROM address WHERE interface_id = a.interface_id ORDER BY ip) x;
    UPDATE membership_status SET state = 'absent', since = now(), reason = '' WHERE membership_id = a.membership_id;
    UPDATE interface_status SET state = 'absent', since = now(), cause = '', reason = '' WHERE interface_id = a.interface_id;
  END LOOP;
  RETURN closed;
END $$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['claim_pkey(uuid, uuid, integer)', 'wake_fabric(uuid)', 'wake_node(uuid)', 'fabric_wakes()', 'partition_made()',
                           'partition_changed()', 'membership_made()', 'membership_changed()', 'membership_wakes()',
                           'address_made()', 'address_changed()', 'free_address(uuid)', 'close_absences(bigint[])'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  FOREACH f IN ARRAY ARRAY['claim_addresses(uuid, integer)', 'claim_address(uuid, inet)', 'give_back_address(uuid, inet)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO ibportal_app, ibportal_fabric', f);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION claim_pkey(uuid, uuid, integer) TO ibportal_app;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;

-- Two walls: Hibernate's tenant column is one, this is the other, also for the table's owner.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['partition', 'partition_status', 'membership', 'membership_status', 'interface', 'interface_status',
                           'pool', 'pool_range', 'pool_exclusion', 'pool_free', 'address', 'node_prefix', 'absence'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY fabric_all ON %I TO ibportal_fabric USING (true) WITH CHECK (true)', t);
    EXECUTE format('CREATE POLICY own ON %I TO ibportal_app USING (tenant_id = current_tenant()) WITH CHECK (tenant_id = current_tenant())', t);
    EXECUTE format('GRANT SELECT ON %I TO ibportal_app', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO ibportal_fabric', t);
  END LOOP;
END $$;
GRANT INSERT, UPDATE ON partition, membership, address TO ibportal_app;
GRANT INSERT, UPDATE, DELETE ON pool, pool_range, pool_exclusion, pool_free TO ibportal_app;
