-- Pools change their shape under living addresses; what an address was before is kept, so that a node gets its own again.
GRANT CREATE ON SCHEMA public TO ibportal_fabric;

-- "first 10", "last 5": of the usable addresses of the prefix. The span is what that means now; another prefix makes another.
ALTER TABLE pool_exclusion
  ADD COLUMN pattern text CHECK (pattern ~ '^(first|last) [1-9][0-9]{0,8}$'),
  ADD CHECK (char_length(reason) <= 200);

-- A reservation that nobody has made use of by then is given back.
ALTER TABLE address ADD COLUMN reserved_until timestamptz;
CREATE INDEX address_reserved_until ON address (reserved_until) WHERE interface_id IS NULL AND reserved_until IS NOT NULL;

-- Who had an address before. Names are text: a row outlives what it tells of.
CREATE TABLE address_past (
  id           uuid PRIMARY KEY,
  tenant_id    uuid NOT NULL REFERENCES tenant,
  partition_id uuid NOT NULL,
  pool_id      uuid NOT NULL,
  ip           host_inet NOT NULL,
  node_id      uuid,
  node_name    text NOT NULL DEFAULT '',
  interface_id uuid,
  note         text NOT NULL DEFAULT '',
  given_at     timestamptz NOT NULL,
  freed_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON address_past (pool_id, node_id, freed_at);
CREATE INDEX ON address_past (tenant_id, ip, freed_at);

ALTER TABLE address_past ENABLE ROW LEVEL SECURITY;
ALTER TABLE address_past FORCE ROW LEVEL SECURITY;
CREATE POLICY fabric_all ON address_past TO ibportal_fabric USING (true) WITH CHECK (true);
CREATE POLICY own ON address_past FOR SELECT TO ibportal_app USING (tenant_id = current_tenant());
GRANT SELECT ON address_past TO ibportal_app;
GRANT SELECT, INSERT, DELETE ON address_past TO ibportal_fabric;

CREATE FUNCTION address_is_past() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO address_past (id, tenant_id, partition_id, pool_id, ip, node_id, node_name, interface_id, note, given_at)
    SELECT t.id, t.tenant_id, t.partition_id, t.pool_id, t.ip, t.node_id, coalesce(n.name, ''), t.interface_id, t.note,
      t.created_at
    FROM touched t LEFT JOIN node n ON n.id = t.node_id;
  RETURN NULL;
END $$;
CREATE TRIGGER address_is_past AFTER DELETE ON address REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION address_is_past();

-- Gives nodes the address that they had last in this pool, where that is free; of two that had the same one, the one that
-- had it later. The others get nothing here. Runs under the caller's policies.
CREATE FUNCTION reclaim_addresses(p_pool uuid, p_nodes uuid[]) RETURNS TABLE (node uuid, ip inet)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE r record;
BEGIN
  PERFORM 1 FROM pool WHERE id = p_pool FOR NO KEY UPDATE;
  FOR r IN SELECT last.node_id, last.ip FROM (
             SELECT DISTINCT ON (h.node_id) h.node_id, h.ip, h.freed_at FROM address_past h
             WHERE h.pool_id = p_pool AND h.node_id = ANY (p_nodes) ORDER BY h.node_id, h.freed_at DESC, h.ip) last
           ORDER BY last.freed_at DESC, last.node_id LOOP
    IF claim_address(p_pool, r.ip) THEN
      node := r.node_id;
      ip := r.ip;
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;

-- Another prefix is another network on every node that has the pool: the same rules are asked as when it came.
CREATE FUNCTION pool_is_resized() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  interfaces uuid[];
  nodes uuid[];
BEGIN
  PERFORM FROM partition WHERE id = NEW.partition_id FOR NO KEY UPDATE;
  SELECT array_agg(interface_id ORDER BY node_id, interface_id), array_agg(node_id ORDER BY node_id, interface_id)
    INTO interfaces, nodes FROM node_prefix WHERE pool_id = NEW.id;
  DELETE FROM node_prefix WHERE pool_id = NEW.id;
  INSERT INTO node_prefix (interface_id, pool_id, tenant_id, node_id, partition_id, prefix)
    SELECT i, NEW.id, NEW.tenant_id, n, NEW.partition_id, NEW.prefix FROM unnest(interfaces, nodes) u (i, n);
  INSERT INTO node_change (node_id) SELECT DISTINCT n FROM unnest(nodes) n;
  IF nodes IS NOT NULL THEN
    PERFORM pg_notify('ibportal', 'nodes');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pool_is_resized AFTER UPDATE OF prefix ON pool FOR EACH ROW WHEN (OLD.prefix <> NEW.prefix)
  EXECUTE FUNCTION pool_is_resized();

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['address_is_past()', 'pool_is_resized()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION reclaim_addresses(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reclaim_addresses(uuid, uuid[]) TO ibportal_app, ibportal_fabric;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
