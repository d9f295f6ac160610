-- What is shared by tenants tells none of them what another one does there.

-- When a shared thing was seen last says when somebody's change made it speak. Tenants are told it no finer than it comes
-- of itself anyway.
CREATE FUNCTION seen_of_shared(p_at timestamptz, p_unit text) RETURNS timestamptz
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN current_user = 'ibportal_app' THEN date_trunc(p_unit, p_at) ELSE p_at END
$$;
REVOKE ALL ON FUNCTION seen_of_shared(timestamptz, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seen_of_shared(timestamptz, text) TO ibportal_app, ibportal_fabric;

GRANT CREATE ON SCHEMA public TO ibportal_fabric;

-- A key is claimed for a partition of one's own, and for one that exists by the end of the transaction.
CREATE OR REPLACE FUNCTION claim_pkey(p_fabric uuid, p_partition uuid, p_wanted integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  f record;
  k integer;
BEGIN
  IF current_tenant() IS NULL OR EXISTS (
      SELECT FROM partition WHERE id = p_partition AND tenant_id <> current_tenant()) THEN
    RAISE EXCEPTION 'PKey not available' USING ERRCODE = 'IB002';
  END IF;
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

CREATE FUNCTION pkey_has_partition() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partition WHERE id = NEW.partition_id) THEN
    RAISE EXCEPTION 'PKey % was claimed for a partition that there is not', NEW.pkey USING ERRCODE = 'IB002';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER pkey_has_partition AFTER UPDATE ON pkey_slot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state = 'free' AND NEW.state = 'taken') EXECUTE FUNCTION pkey_has_partition();

-- Networks may not overlap on a node, so whoever takes all address space there shuts the others out. What a tenant's
-- networks may hold together on a node that others have too: IPv4 in addresses, IPv6 in /64. Without a row: all.
CREATE TABLE network_room (
  family integer PRIMARY KEY CHECK (family IN (4, 6)),
  most   bigint NOT NULL CHECK (most > 0)
);
INSERT INTO network_room VALUES (4, 32768), (6, 65536);
GRANT SELECT, INSERT, UPDATE, DELETE ON network_room TO ibportal_fabric;

CREATE FUNCTION networks_fit() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE over record;
BEGIN
  SELECT h.name, r.most, r.family, sum(n.size) AS wanted INTO over
    FROM (SELECT DISTINCT t.node_id, t.tenant_id, family(t.prefix) AS family FROM touched t) f
      JOIN network_room r ON r.family = f.family
      JOIN node h ON h.id = f.node_id
      CROSS JOIN LATERAL (
        SELECT DISTINCT p.pool_id, power(2::numeric, (CASE r.family WHEN 4 THEN 32 ELSE 64 END) - masklen(p.prefix)) AS size
        FROM node_prefix p WHERE p.node_id = f.node_id AND p.tenant_id = f.tenant_id AND family(p.prefix) = r.family) n
    WHERE EXISTS (SELECT FROM node_grant g WHERE g.node_id = f.node_id AND g.tenant_id <> f.tenant_id)
    GROUP BY h.id, h.name, r.most, r.family HAVING sum(n.size) > r.most ORDER BY h.name LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'networks are too large for a node' USING ERRCODE = 'IB009',
      DETAIL = concat_ws(' ', over.family, over.most, ceil(over.wanted), over.name);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER networks_fit AFTER INSERT ON node_prefix REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION networks_fit();

-- Whether one of these nodes of the acting tenant is others' too: there the port's own interface is nobody's to have.
CREATE FUNCTION any_shared(p_nodes uuid[]) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM node_grant mine JOIN node_grant other ON other.node_id = mine.node_id
    WHERE mine.tenant_id = current_tenant() AND mine.node_id = ANY (p_nodes) AND other.tenant_id <> mine.tenant_id)
$$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['pkey_has_partition()', 'networks_fit()', 'any_shared(uuid[])'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION any_shared(uuid[]) TO ibportal_app;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
