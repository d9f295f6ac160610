-- Two tenants share a node, not their traffic: a route of one partition in the host's main table must not overlap a network
-- that the node has in another partition, whichever of the two comes last. Routes of tables of their own draw nothing away.
-- Those who give nodes networks hold the lock together; a change of routes holds it alone.
GRANT CREATE ON SCHEMA public TO ibportal_fabric;

CREATE FUNCTION require_routes_apart(p_partition uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE crossing text;
BEGIN
  SELECT r.destination::text INTO crossing
    FROM partition_route r
      JOIN partition_host h ON h.partition_id = r.partition_id AND NOT h.source_routing
      JOIN membership m ON m.partition_id = r.partition_id AND m.removed_at IS NULL
      JOIN node_prefix n ON n.node_id = m.node_id AND n.partition_id <> r.partition_id
        AND n.prefix::inet && r.destination::inet
    WHERE r.partition_id = p_partition ORDER BY r.destination LIMIT 1;
  IF crossing IS NOT NULL THEN
    RAISE EXCEPTION 'route overlaps a network of the node'
      USING ERRCODE = '23P01', CONSTRAINT = 'partition_route_overlap', DETAIL = crossing;
  END IF;
END $$;

CREATE FUNCTION route_comes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('partition_route'));
  PERFORM require_routes_apart(NEW.partition_id);
  RETURN NULL;
END $$;
CREATE TRIGGER route_comes AFTER INSERT OR UPDATE ON partition_route FOR EACH ROW EXECUTE FUNCTION route_comes();
CREATE TRIGGER route_comes AFTER UPDATE OF source_routing ON partition_host FOR EACH ROW
  WHEN (OLD.source_routing AND NOT NEW.source_routing) EXECUTE FUNCTION route_comes();

CREATE FUNCTION network_comes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('partition_route'));
  IF EXISTS (SELECT FROM partition_route r
        JOIN partition_host h ON h.partition_id = r.partition_id AND NOT h.source_routing
        JOIN membership m ON m.partition_id = r.partition_id AND m.removed_at IS NULL
      WHERE r.partition_id <> NEW.partition_id AND r.destination::inet && NEW.prefix::inet
        AND m.node_id = NEW.node_id) THEN
    RAISE EXCEPTION 'network is routed elsewhere on this node' USING ERRCODE = '23P01', CONSTRAINT = 'node_prefix_overlap';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER network_comes AFTER INSERT ON node_prefix FOR EACH ROW EXECUTE FUNCTION network_comes();

-- A partition brings its routes to each new member, with or without a network of its own.
CREATE FUNCTION members_bring_routes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('partition_route'));
  PERFORM require_routes_apart(t.partition_id) FROM (SELECT DISTINCT partition_id FROM touched) t;
  RETURN NULL;
END $$;
CREATE TRIGGER members_bring_routes AFTER INSERT ON membership REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION members_bring_routes();

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['require_routes_apart(uuid)', 'route_comes()', 'network_comes()', 'members_bring_routes()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
