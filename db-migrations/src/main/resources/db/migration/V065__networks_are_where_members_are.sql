-- The networks of a partition are on every node where it has an interface, from the moment when either of them comes: also
-- a pool that is made after its members must not overlap what else is on their nodes. Both sides lock the partition, so
-- that neither misses the other.
GRANT CREATE ON SCHEMA public TO ibportal_fabric;
CREATE INDEX node_prefix_pool ON node_prefix (pool_id);

CREATE FUNCTION pool_comes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM partition WHERE id = NEW.partition_id FOR NO KEY UPDATE;
  INSERT INTO node_prefix (interface_id, pool_id, tenant_id, node_id, partition_id, prefix)
    SELECT i.id, NEW.id, NEW.tenant_id, i.node_id, NEW.partition_id, NEW.prefix
    FROM membership m JOIN interface i ON i.membership_id = m.id
    WHERE m.partition_id = NEW.partition_id AND m.removed_at IS NULL
    ORDER BY i.node_id, i.id
    ON CONFLICT ON CONSTRAINT node_prefix_pkey DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER pool_comes AFTER INSERT ON pool FOR EACH ROW EXECUTE FUNCTION pool_comes();

CREATE FUNCTION pool_goes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM node_prefix WHERE pool_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER pool_goes AFTER DELETE ON pool FOR EACH ROW EXECUTE FUNCTION pool_goes();

-- Row triggers, which make the interfaces, have run before this one.
CREATE FUNCTION members_come() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM partition WHERE id IN (SELECT partition_id FROM touched) ORDER BY id FOR SHARE;
  INSERT INTO node_prefix (interface_id, pool_id, tenant_id, node_id, partition_id, prefix)
    SELECT i.id, p.id, p.tenant_id, i.node_id, p.partition_id, p.prefix
    FROM touched m JOIN interface i ON i.membership_id = m.id JOIN pool p ON p.partition_id = m.partition_id
    WHERE m.removed_at IS NULL
    ORDER BY i.node_id, i.id, p.id
    ON CONFLICT ON CONSTRAINT node_prefix_pkey DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER members_come AFTER INSERT ON membership REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION members_come();

-- A member that leaves keeps the networks of its addresses until these are gone, and no others.
CREATE FUNCTION member_goes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM node_prefix n USING interface i
    WHERE i.membership_id = NEW.id AND n.interface_id = i.id
      AND NOT EXISTS (SELECT FROM address a WHERE a.interface_id = i.id AND a.pool_id = n.pool_id);
  RETURN NULL;
END $$;
CREATE TRIGGER member_goes AFTER UPDATE ON membership FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION member_goes();

CREATE OR REPLACE FUNCTION free_address(p_address uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a record;
  target uuid;
BEGIN
  -- The pool's row before the address's, as all that hands out addresses does: else two could wait for each other.
  PERFORM 1 FROM pool p JOIN address x ON x.pool_id = p.id WHERE x.id = p_address FOR NO KEY UPDATE OF p;
  DELETE FROM address WHERE id = p_address
    RETURNING tenant_id, partition_id, pool_id, ip, node_id, interface_id, note INTO a;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  DELETE FROM node_prefix n WHERE n.interface_id = a.interface_id AND n.pool_id = a.pool_id
    AND NOT EXISTS (SELECT FROM address o WHERE o.interface_id = a.interface_id AND o.pool_id = a.pool_id)
    AND NOT EXISTS (SELECT FROM interface i JOIN membership m ON m.id = i.membership_id
                    WHERE i.id = a.interface_id AND m.removed_at IS NULL);
  DELETE FROM address_move WHERE address_id = p_address RETURNING interface_id INTO target;
  IF target IS NOT NULL AND EXISTS (
      SELECT FROM interface i JOIN membership m ON m.id = i.membership_id WHERE i.id = target AND m.removed_at IS NULL) THEN
    INSERT INTO address (tenant_id, partition_id, pool_id, ip, node_id, interface_id, note)
      VALUES (a.tenant_id, a.partition_id, a.pool_id, a.ip, a.node_id, target, a.note);
    RETURN;
  END IF;
  PERFORM give_back_address(a.pool_id, a.ip);
END $$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['pool_comes()', 'pool_goes()', 'members_come()', 'member_goes()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;

-- What is there already. Where two overlap now, the first keeps its place, and the other gets no address there, as before.
-- As the role that sees all tenants: the owner sees none.
SET LOCAL ROLE ibportal_fabric;
INSERT INTO node_prefix (interface_id, pool_id, tenant_id, node_id, partition_id, prefix)
  SELECT i.id, p.id, p.tenant_id, i.node_id, p.partition_id, p.prefix
  FROM membership m JOIN interface i ON i.membership_id = m.id JOIN pool p ON p.partition_id = m.partition_id
  WHERE m.removed_at IS NULL ORDER BY m.created_at, i.id, p.id
  ON CONFLICT DO NOTHING;
RESET ROLE;
