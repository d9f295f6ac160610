-- A node that an operator declared dead: it will not come back as it was. Its side of what must be absent counts as absent
-- by that, and what it held can be handed out again. A daemon that comes back all the same is refused until its node was
-- enrolled anew, and then first makes absent what was released meanwhile.
ALTER TABLE node ADD COLUMN dead_at timestamptz;

ALTER TABLE node_status DROP CONSTRAINT node_status_state_check;
ALTER TABLE node_status ADD CONSTRAINT node_status_state_check
  CHECK (state IN ('invited', 'online', 'unreachable', 'dead', 'retired'));

ALTER TABLE absence
  -- The node's side is absent by declaration alone.
  ADD COLUMN declared_at timestamptz,
  -- The node has proven it after all.
  ADD COLUMN made_absent_at timestamptz,
  -- What the node was told to have there: the addresses themselves may be somebody else's when it comes back.
  ADD COLUMN cidrs text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT absence_declared CHECK (declared_at IS NULL OR node_absent_at IS NOT NULL),
  ADD CONSTRAINT absence_made CHECK (made_absent_at IS NULL OR declared_at IS NOT NULL);
CREATE INDEX absence_owed ON absence (node_id) WHERE declared_at IS NOT NULL AND made_absent_at IS NULL;

-- Addresses with their prefix lengths that one absence is about.
CREATE FUNCTION absence_cidrs(p_address uuid, p_interface uuid) RETURNS text[]
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(host(a.ip) || '/' || masklen(p.prefix) ORDER BY a.ip), '{}')
  FROM address a JOIN pool p ON p.id = a.pool_id
  WHERE CASE WHEN p_address IS NULL THEN a.interface_id = p_interface ELSE a.id = p_address END
$$;

-- What is removed while its node is dead. The node's row is locked, so that a declaration at the same moment either comes
-- first and is seen here, or comes later and finds this row.
CREATE FUNCTION absence_on_dead_node() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE dead timestamptz;
BEGIN
  SELECT dead_at INTO dead FROM node WHERE id = NEW.node_id FOR SHARE;
  IF dead IS NOT NULL THEN
    NEW.node_absent_at := now();
    NEW.declared_at := now();
    NEW.cidrs := absence_cidrs(NEW.address_id, NEW.interface_id);
    PERFORM wake_fabric(NEW.fabric_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER absence_on_dead_node BEFORE INSERT ON absence FOR EACH ROW EXECUTE FUNCTION absence_on_dead_node();

GRANT CREATE ON SCHEMA public TO ibportal_fabric;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['absence_cidrs(uuid, uuid)', 'absence_on_dead_node()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
