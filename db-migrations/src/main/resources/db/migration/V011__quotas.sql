-- How much a tenant may have. A limit is held as spare units in a handful of rows: whoever takes some takes them from a row
-- that nobody else holds, so that tenants' transactions do not queue up behind one counter; only near the limit all rows
-- are locked, in one order, and looked at together. What is given back goes into a row that is not held, or into a new
-- one, and so never waits. Tenants without a limit have no rows and are not counted.
GRANT CREATE ON SCHEMA public TO ibportal_fabric;

CREATE TABLE tenant_quota (
  tenant_id uuid NOT NULL REFERENCES tenant,
  kind      text NOT NULL CHECK (kind IN ('partitions', 'addresses', 'nodes')),
  most      bigint NOT NULL CHECK (most >= 0),
  PRIMARY KEY (tenant_id, kind)
);

-- Spare units. Their sum is the limit minus what is used; below zero only after the limit was set below that.
CREATE TABLE quota_spare (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid NOT NULL,
  kind      text NOT NULL,
  free      bigint NOT NULL,
  FOREIGN KEY (tenant_id, kind) REFERENCES tenant_quota (tenant_id, kind) ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX ON quota_spare (tenant_id, kind);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['tenant_quota', 'quota_spare'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY fabric_all ON %I TO ibportal_fabric USING (true) WITH CHECK (true)', t);
    EXECUTE format('CREATE POLICY own ON %I FOR SELECT TO ibportal_app USING (tenant_id = current_tenant())', t);
    EXECUTE format('GRANT SELECT ON %I TO ibportal_app', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO ibportal_fabric', t);
  END LOOP;
END $$;

-- Whoever makes something for a tenant holds this shared until the end of the transaction; whoever changes what the
-- tenant may do at all holds it alone, and so sees everything that was made before and nothing half done.
CREATE FUNCTION tenant_lock(p_tenant uuid) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended('tenant ' || p_tenant::text, 0);

-- IB005 with the detail "<kind> <limit> <used> <wanted>": the limit does not allow it.
CREATE FUNCTION take_quota(p_tenant uuid, p_kind text, p_count bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  allowed bigint;
  row_id bigint;
  rows_held bigint[];
  spare bigint;
  rest bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(tenant_lock(p_tenant));
  SELECT most INTO allowed FROM tenant_quota WHERE tenant_id = p_tenant AND kind = p_kind;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT id INTO row_id FROM quota_spare
    WHERE tenant_id = p_tenant AND kind = p_kind AND free >= p_count
      AND NOT EXISTS (SELECT FROM quota_spare d WHERE d.tenant_id = p_tenant AND d.kind = p_kind AND d.free < 0)
    LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE quota_spare SET free = free - p_count WHERE id = row_id;
    RETURN;
  END IF;
  SELECT array_agg(id), coalesce(sum(free), 0) INTO rows_held, spare FROM (
    SELECT id, free FROM quota_spare WHERE tenant_id = p_tenant AND kind = p_kind ORDER BY id FOR UPDATE) held;
  IF spare < p_count THEN
    RAISE EXCEPTION 'quota of % exceeded', p_kind USING ERRCODE = 'IB005',
      DETAIL = format('%s %s %s %s', p_kind, allowed, allowed - spare, p_count);
  END IF;
  -- What is left is spread again, or the next ones would all meet at one row.
  rest := spare - p_count;
  UPDATE quota_spare s
    SET free = rest / cardinality(rows_held) + CASE WHEN r.place <= rest % cardinality(rows_held) THEN 1 ELSE 0 END
    FROM unnest(rows_held) WITH ORDINALITY r (id, place) WHERE s.id = r.id;
END $$;

CREATE FUNCTION give_quota(p_tenant uuid, p_kind text, p_count bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE row_id bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(tenant_lock(p_tenant));
  PERFORM FROM tenant_quota WHERE tenant_id = p_tenant AND kind = p_kind;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT id INTO row_id FROM quota_spare WHERE tenant_id = p_tenant AND kind = p_kind
    ORDER BY free LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE quota_spare SET free = free + p_count WHERE id = row_id;
  ELSE
    INSERT INTO quota_spare (tenant_id, kind, free) VALUES (p_tenant, p_kind, p_count);
  END IF;
END $$;

-- What counts: partitions whose key is not free again, addresses that are not free again, nodes granted.
CREATE FUNCTION quota_used(p_tenant uuid, p_kind text) RETURNS bigint
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE p_kind
    WHEN 'partitions' THEN (SELECT count(*) FROM partition_status WHERE tenant_id = p_tenant AND state <> 'released')
    WHEN 'addresses' THEN (SELECT count(*) FROM address WHERE tenant_id = p_tenant)
    WHEN 'nodes' THEN (SELECT count(*) FROM node_grant WHERE tenant_id = p_tenant)
  END
$$;

-- Sets a limit, or takes it away with NULL. What is there stays, also above the limit; then there is nothing more.
CREATE FUNCTION set_quota(p_tenant uuid, p_kind text, p_most bigint) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  spare bigint;
  shares integer;
BEGIN
  PERFORM pg_advisory_xact_lock(tenant_lock(p_tenant));
  DELETE FROM tenant_quota WHERE tenant_id = p_tenant AND kind = p_kind;
  IF p_most IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO tenant_quota (tenant_id, kind, most) VALUES (p_tenant, p_kind, p_most);
  spare := p_most - quota_used(p_tenant, p_kind);
  shares := CASE WHEN spare >= 160 THEN 16 ELSE 1 END;
  INSERT INTO quota_spare (tenant_id, kind, free)
    SELECT p_tenant, p_kind, spare / shares + CASE WHEN g <= spare % shares THEN 1 ELSE 0 END
    FROM generate_series(1, shares) g;
END $$;

CREATE FUNCTION partition_takes_quota() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM take_quota(NEW.tenant_id, 'partitions', 1);
  RETURN NULL;
END $$;
CREATE TRIGGER partition_takes_quota AFTER INSERT ON partition FOR EACH ROW EXECUTE FUNCTION partition_takes_quota();

CREATE FUNCTION partition_gives_quota() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM give_quota(NEW.tenant_id, 'partitions', 1);
  RETURN NULL;
END $$;
CREATE TRIGGER partition_gives_quota AFTER UPDATE OF state ON partition_status FOR EACH ROW
  WHEN (OLD.state <> 'released' AND NEW.state = 'released') EXECUTE FUNCTION partition_gives_quota();

CREATE FUNCTION address_takes_quota() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM take_quota(t.tenant_id, 'addresses', t.n) FROM (SELECT tenant_id, count(*) AS n FROM touched GROUP BY tenant_id) t;
  RETURN NULL;
END $$;
CREATE TRIGGER address_takes_quota AFTER INSERT ON address REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION address_takes_quota();

CREATE FUNCTION address_gives_quota() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM give_quota(t.tenant_id, 'addresses', t.n) FROM (SELECT tenant_id, count(*) AS n FROM touched GROUP BY tenant_id) t;
  RETURN NULL;
END $$;
CREATE TRIGGER address_gives_quota AFTER DELETE ON address REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION address_gives_quota();

CREATE FUNCTION node_grant_quota() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM take_quota(NEW.tenant_id, 'nodes', 1);
  ELSE
    PERFORM give_quota(OLD.tenant_id, 'nodes', 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER node_grant_quota AFTER INSERT OR DELETE ON node_grant FOR EACH ROW EXECUTE FUNCTION node_grant_quota();

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['take_quota(uuid, text, bigint)', 'give_quota(uuid, text, bigint)', 'partition_takes_quota()',
                           'partition_gives_quota()', 'address_takes_quota()', 'address_gives_quota()', 'node_grant_quota()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  FOREACH f IN ARRAY ARRAY['tenant_lock(uuid)', 'set_quota(uuid, text, bigint)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO ibportal_fabric', f);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION quota_used(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION quota_used(uuid, text) TO ibportal_app, ibportal_fabric;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
