-- What the interfaces of a partition need of their hosts beside themselves.
CREATE TABLE partition_host (
  partition_id   uuid PRIMARY KEY,
  tenant_id      uuid NOT NULL,
  -- Each interface gets a routing table of its own, and what leaves with its address is looked up there.
  source_routing boolean NOT NULL DEFAULT false,
  dns_servers    text[] NOT NULL DEFAULT '{}' CHECK (cardinality(dns_servers) <= 8),
  dns_search     text[] NOT NULL DEFAULT '{}' CHECK (cardinality(dns_search) <= 16),
  profile        text NOT NULL DEFAULT 'none' CHECK (profile IN ('none', 'ipoib')),
  version        integer NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, partition_id),
  FOREIGN KEY (tenant_id, partition_id) REFERENCES partition (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE partition_route (
  partition_id uuid NOT NULL,
  tenant_id    uuid NOT NULL,
  destination  cidr NOT NULL,
  via          host_inet,
  -- 0: the usual one.
  metric       integer NOT NULL DEFAULT 0 CHECK (metric >= 0),
  PRIMARY KEY (partition_id, destination, metric),
  CHECK (via IS NULL OR family(via) = family(destination)),
  FOREIGN KEY (tenant_id, partition_id) REFERENCES partition_host (tenant_id, partition_id) ON DELETE CASCADE
);

-- Numbers below are the distributions' and people's own.
CREATE SEQUENCE interface_route_table AS integer MINVALUE 1048576 MAXVALUE 2147483647;
ALTER TABLE interface ADD COLUMN route_table integer NOT NULL DEFAULT nextval('interface_route_table') UNIQUE;
ALTER SEQUENCE interface_route_table OWNED BY interface.route_table;
GRANT USAGE ON SEQUENCE interface_route_table TO ibportal_fabric;

-- The key at index 0 of the port's table: then the port's own interface has it, and the addresses.
ALTER TABLE membership ADD COLUMN index0 boolean NOT NULL DEFAULT false;
-- Taken over from what was configured by hand: files that keep exactly that are left as they are.
ALTER TABLE membership ADD COLUMN adopted boolean NOT NULL DEFAULT false;
ALTER TABLE membership_status ADD COLUMN index0 boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX membership_index0_port ON membership_status (port_id) WHERE index0 AND state <> 'absent';

CREATE FUNCTION membership_status_index0() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT index0 INTO STRICT NEW.index0 FROM membership WHERE id = NEW.membership_id;
  RETURN NEW;
END $$;
CREATE TRIGGER membership_status_index0 BEFORE INSERT ON membership_status FOR EACH ROW EXECUTE FUNCTION membership_status_index0();

CREATE FUNCTION interface_kind() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT CASE WHEN index0 THEN 'parent' ELSE 'child' END INTO STRICT NEW.kind FROM membership WHERE id = NEW.membership_id;
  RETURN NEW;
END $$;
CREATE TRIGGER interface_kind BEFORE INSERT ON interface FOR EACH ROW EXECUTE FUNCTION interface_kind();

CREATE FUNCTION membership_index0_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.index0 <> NEW.index0 THEN
    RAISE EXCEPTION 'a membership keeps its place in the port''s table for life';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER membership_index0_kept BEFORE UPDATE ON membership FOR EACH ROW EXECUTE FUNCTION membership_index0_kept();

CREATE FUNCTION partition_host_wakes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM wake_node(m.node_id) FROM (SELECT DISTINCT node_id FROM membership WHERE partition_id = NEW.partition_id) m;
  RETURN NULL;
END $$;
CREATE TRIGGER partition_host_wakes AFTER INSERT OR UPDATE ON partition_host
  FOR EACH ROW EXECUTE FUNCTION partition_host_wakes();

-- Why no port of this fabric can have a tenant's key at index 0; NULL: it can. Tells a tenant nothing else of nodes.
CREATE FUNCTION index0_obstacle(p_fabric uuid) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE c text[];
BEGIN
  SELECT s.capabilities INTO c FROM fabric f JOIN node_status s ON s.node_id = f.sm_node_id
    WHERE f.id = p_fabric AND f.sm_kind = 'opensm';
  RETURN CASE
    WHEN c IS NULL THEN 'it has no OpenSM with a daemon that could say how it is set up'
    WHEN NOT 'sm.index0' = ANY (c) THEN 'its OpenSM keeps the places of PKeys (keep_pkey_indexes is TRUE, the default) and '
      'would lose one of them when index 0 moves; an operator has to set keep_pkey_indexes FALSE in its options file '
      'and restart OpenSM and its daemon' END;
END $$;

GRANT CREATE ON SCHEMA public TO ibportal_fabric;
DO $$
DECLARE f text; t text;
BEGIN
  FOREACH f IN ARRAY ARRAY['membership_status_index0()', 'interface_kind()', 'partition_host_wakes()', 'index0_obstacle(uuid)'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['partition_host', 'partition_route'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY fabric_all ON %I TO ibportal_fabric USING (true) WITH CHECK (true)', t);
    EXECUTE format('CREATE POLICY own ON %I TO ibportal_app USING (tenant_id = current_tenant()) WITH CHECK (tenant_id = current_tenant())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO ibportal_app, ibportal_fabric', t);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
GRANT EXECUTE ON FUNCTION index0_obstacle(uuid) TO ibportal_app;
