-- The port's own interface (ib0) in the default partition: the operator's, like the port. No tenant ever sees it.
CREATE TABLE port_interface (
  id                   uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  port_id              uuid NOT NULL UNIQUE REFERENCES port ON DELETE CASCADE,
  node_id              uuid NOT NULL REFERENCES node ON DELETE CASCADE,
  mode                 text NOT NULL CHECK (mode IN ('datagram', 'connected')),
  ip_mtu               integer CHECK (ip_mtu BETWEEN 72 AND 65520),
  -- Hosts' addresses with the length of their network's prefix.
  addresses            inet[] NOT NULL DEFAULT '{}' CHECK (cardinality(addresses) <= 16),
  -- Given to it before, and not yet proven gone.
  former               inet[] NOT NULL DEFAULT '{}',
  queue_length         integer CHECK (queue_length BETWEEN 1 AND 1000000),
  channels             integer CHECK (channels BETWEEN 1 AND 1024),
  profile              text NOT NULL DEFAULT 'none' CHECK (profile IN ('none', 'ipoib')),
  version              integer NOT NULL DEFAULT 1,
  removed_at           timestamptz,
  -- What became of it; as in interface_status.
  state                text NOT NULL DEFAULT 'pending',
  since                timestamptz NOT NULL DEFAULT now(),
  cause                text NOT NULL DEFAULT '',
  reason               text NOT NULL DEFAULT '',
  seen_at              timestamptz,
  seen_name            text NOT NULL DEFAULT '',
  seen_mode            text,
  seen_mtu             integer,
  seen_addresses       text[] NOT NULL DEFAULT '{}',
  item_digest          bytea,
  item_generation      bigint,
  sent_generation      bigint
);
CREATE INDEX ON port_interface (node_id);

-- A network must not be on two interfaces of a node, whoever they belong to. Those who give tenants networks on nodes
-- hold the lock together; the operator's change holds it alone.
CREATE FUNCTION port_interface_apart() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE taken text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('port_interface'));
  SELECT n.prefix::text INTO taken FROM unnest(NEW.addresses) a JOIN node_prefix n
    ON n.node_id = NEW.node_id AND family(n.prefix) = family(a) AND network(a) && n.prefix::inet LIMIT 1;
  IF taken IS NULL THEN
    SELECT b::text INTO taken FROM unnest(NEW.addresses) a, port_interface o, unnest(o.addresses) b
      WHERE o.node_id = NEW.node_id AND o.id <> NEW.id AND family(a) = family(b) AND network(a) && network(b) LIMIT 1;
  END IF;
  IF taken IS NOT NULL THEN
    RAISE EXCEPTION 'network is on this node already' USING ERRCODE = '23P01', CONSTRAINT = 'port_interface_overlap', DETAIL = taken;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER port_interface_apart BEFORE INSERT OR UPDATE OF addresses ON port_interface
  FOR EACH ROW EXECUTE FUNCTION port_interface_apart();

CREATE FUNCTION node_prefix_apart() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('port_interface'));
  IF EXISTS (SELECT FROM port_interface o, unnest(o.addresses) b
      WHERE o.node_id = NEW.node_id AND family(b) = family(NEW.prefix) AND network(b) && NEW.prefix::inet) THEN
    RAISE EXCEPTION 'network is on this node already' USING ERRCODE = '23P01', CONSTRAINT = 'node_prefix_overlap';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER node_prefix_apart BEFORE INSERT ON node_prefix FOR EACH ROW EXECUTE FUNCTION node_prefix_apart();

CREATE FUNCTION port_interface_wakes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM wake_node(coalesce(NEW.node_id, OLD.node_id));
  RETURN NULL;
END $$;
CREATE TRIGGER port_interface_wakes
  AFTER INSERT OR DELETE OR UPDATE OF mode, ip_mtu, addresses, queue_length, channels, profile, removed_at ON port_interface
  FOR EACH ROW EXECUTE FUNCTION port_interface_wakes();

GRANT CREATE ON SCHEMA public TO ibportal_fabric;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['port_interface_apart()', 'node_prefix_apart()', 'port_interface_wakes()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
GRANT SELECT, INSERT, UPDATE, DELETE ON port_interface TO ibportal_fabric;
