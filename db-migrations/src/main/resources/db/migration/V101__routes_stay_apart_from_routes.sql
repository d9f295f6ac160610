-- A route is in the host's main table whether or not each interface has a table of its own too: what V100 let pass with source
-- routing drew away as much. Beside networks of other partitions a route keeps clear of routes of other tenants, and of
-- networks that the operator gave ports. A tenant's own two routes to one network are its way to have a spare one.
ALTER TABLE partition_route ADD CONSTRAINT partition_route_width CHECK (
  masklen(destination) = 0
  OR (masklen(destination) >= CASE family(destination) WHEN 4 THEN 8 ELSE 16 END
    AND NOT destination::inet && ANY (ARRAY['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3', '::1/128', 'fe80::/10',
      'ff00::/8']::inet[]))) NOT VALID;

CREATE OR REPLACE FUNCTION require_routes_apart(p_partition uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE crossing text;
BEGIN
  SELECT r.destination::text INTO crossing
    FROM partition_route r JOIN membership m ON m.partition_id = r.partition_id AND m.removed_at IS NULL
    WHERE r.partition_id = p_partition AND masklen(r.destination) > 0 AND (
      EXISTS (SELECT FROM node_prefix n WHERE n.node_id = m.node_id AND n.partition_id <> r.partition_id
        AND n.prefix::inet && r.destination::inet)
      OR EXISTS (SELECT FROM port_interface o, unnest(o.addresses) b
        WHERE o.node_id = m.node_id AND network(b)::inet && r.destination::inet)
      OR EXISTS (SELECT FROM membership n JOIN partition_route t ON t.partition_id = n.partition_id
        WHERE n.node_id = m.node_id AND n.removed_at IS NULL AND n.tenant_id <> m.tenant_id
          AND masklen(t.destination) > 0 AND t.destination::inet && r.destination::inet))
    ORDER BY r.destination LIMIT 1;
  IF crossing IS NOT NULL THEN
    RAISE EXCEPTION 'route overlaps a network of the node'
      USING ERRCODE = '23P01', CONSTRAINT = 'partition_route_overlap', DETAIL = crossing;
  END IF;
END $$;
DROP TRIGGER route_comes ON partition_host;

-- Members that come at the same time do not see each other. Those that bring routes hold their nodes alone, those that bring
-- networks hold theirs together.
CREATE FUNCTION node_routes_lock(p_node uuid) RETURNS integer LANGUAGE sql IMMUTABLE
  RETURN hashtext('routes of ' || p_node::text);

CREATE OR REPLACE FUNCTION network_comes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('partition_route'));
  PERFORM pg_advisory_xact_lock_shared(hashtext('partition_route'), node_routes_lock(NEW.node_id));
  IF EXISTS (SELECT FROM partition_route r
        JOIN membership m ON m.partition_id = r.partition_id AND m.removed_at IS NULL
      WHERE r.partition_id <> NEW.partition_id AND masklen(r.destination) > 0 AND r.destination::inet && NEW.prefix::inet
        AND m.node_id = NEW.node_id) THEN
    RAISE EXCEPTION 'network is routed elsewhere on this node' USING ERRCODE = '23P01', CONSTRAINT = 'node_prefix_overlap';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION members_bring_routes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('partition_route'));
  PERFORM pg_advisory_xact_lock(hashtext('partition_route'), node_routes_lock(t.node_id))
    FROM (SELECT DISTINCT m.node_id FROM touched m
          WHERE EXISTS (SELECT FROM partition_route r WHERE r.partition_id = m.partition_id) ORDER BY m.node_id) t;
  PERFORM require_routes_apart(t.partition_id) FROM (SELECT DISTINCT partition_id FROM touched) t;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION port_interface_apart() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE taken text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('port_interface'));
  PERFORM pg_advisory_xact_lock_shared(hashtext('partition_route'));
  PERFORM pg_advisory_xact_lock_shared(hashtext('partition_route'), node_routes_lock(NEW.node_id));
  SELECT n.prefix::text INTO taken FROM unnest(NEW.addresses) a JOIN node_prefix n
    ON n.node_id = NEW.node_id AND family(n.prefix) = family(a) AND network(a) && n.prefix::inet LIMIT 1;
  IF taken IS NULL THEN
    SELECT b::text INTO taken FROM unnest(NEW.addresses) a, port_interface o, unnest(o.addresses) b
      WHERE o.node_id = NEW.node_id AND o.id <> NEW.id AND family(a) = family(b) AND network(a) && network(b) LIMIT 1;
  END IF;
  IF taken IS NULL THEN
    SELECT r.destination::text INTO taken FROM unnest(NEW.addresses) a, membership m JOIN partition_route r USING (partition_id)
      WHERE m.node_id = NEW.node_id AND m.removed_at IS NULL AND masklen(r.destination) > 0
        AND network(a)::inet && r.destination::inet LIMIT 1;
  END IF;
  IF taken IS NOT NULL THEN
    RAISE EXCEPTION 'network is on this node already' USING ERRCODE = '23P01', CONSTRAINT = 'port_interface_overlap', DETAIL = taken;
  END IF;
  RETURN NEW;
END $$;
GRANT CREATE ON SCHEMA public TO ibportal_fabric;
ALTER FUNCTION node_routes_lock(uuid) OWNER TO ibportal_fabric;
REVOKE ALL ON FUNCTION node_routes_lock(uuid) FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
