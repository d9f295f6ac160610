CREATE TABLE node (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name       display_name NOT NULL,
  name_key   name_key NOT NULL UNIQUE,
  roles      text[] NOT NULL DEFAULT '{node}' CHECK (roles <@ ARRAY['node', 'subnet-manager'] AND cardinality(roles) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  version    integer NOT NULL DEFAULT 0
);

CREATE TABLE fabric (
  id                 uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name               display_name NOT NULL,
  name_key           name_key NOT NULL UNIQUE,
  sm_kind            text NOT NULL CHECK (sm_kind IN ('opensm', 'ufm')),
  sm_node_id         uuid UNIQUE REFERENCES node,
  -- Automatic PKeys come from here, both ends included (low 15 bits; 0x7fff may end the range and is never given).
  pkey_first         integer NOT NULL DEFAULT 1 CHECK (pkey_first BETWEEN 1 AND 32767),
  pkey_last          integer NOT NULL DEFAULT 32766 CHECK (pkey_last BETWEEN 1 AND 32767),
  quarantine         interval NOT NULL DEFAULT '10 minutes' CHECK (quarantine >= '0'),
  default_membership text NOT NULL DEFAULT 'limited' CHECK (default_membership IN ('full', 'limited')),
  created_at         timestamptz NOT NULL DEFAULT now(),
  version            integer NOT NULL DEFAULT 0,
  CHECK (pkey_first <= pkey_last)
);

-- Ports are known by GUID, never by ib0. A GUID lives on one node and one fabric.
CREATE TABLE port (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  node_id       uuid NOT NULL REFERENCES node,
  fabric_id     uuid NOT NULL REFERENCES fabric,
  guid          port_guid NOT NULL UNIQUE,
  registered_by text NOT NULL CHECK (registered_by IN ('person', 'daemon')),
  created_at    timestamptz NOT NULL DEFAULT now(),
  version       integer NOT NULL DEFAULT 0,
  UNIQUE (node_id, id),
  UNIQUE (fabric_id, id)
);

-- The operator owns nodes; a tenant uses those it was granted.
CREATE TABLE node_grant (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  node_id    uuid NOT NULL REFERENCES node,
  granted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, node_id)
);
CREATE INDEX ON node_grant (node_id);

CREATE TABLE enrolment_token (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  node_id    uuid NOT NULL REFERENCES node,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX ON enrolment_token (node_id);

CREATE TABLE node_certificate (
  serial    text PRIMARY KEY,
  node_id   uuid NOT NULL REFERENCES node,
  issued_at timestamptz NOT NULL DEFAULT now(),
  not_after timestamptz NOT NULL,
  denied_at timestamptz
);
CREATE INDEX ON node_certificate (node_id);

-- Status, apart from what people want: narrow, often written, no version.
CREATE TABLE node_status (
  node_id             uuid PRIMARY KEY REFERENCES node ON DELETE CASCADE,
  state               text NOT NULL DEFAULT 'invited' CHECK (state IN ('invited', 'online', 'unreachable', 'retired')),
  since               timestamptz NOT NULL DEFAULT now(),
  reason              text NOT NULL DEFAULT '',
  last_seen_at        timestamptz,
  machine_id          text,
  boot_nonce          text,
  daemon_version      text,
  capabilities        text[] NOT NULL DEFAULT '{}',
  facts               jsonb NOT NULL DEFAULT '{}',
  observed_generation bigint,
  flag                text NOT NULL DEFAULT '',
  flagged_at          timestamptz
) WITH (fillfactor = 50);

-- The last whole inventory report, for the page of a node.
CREATE TABLE node_inventory (
  node_id     uuid PRIMARY KEY REFERENCES node ON DELETE CASCADE,
  observed_at timestamptz NOT NULL,
  sequence    bigint NOT NULL,
  report      jsonb NOT NULL,
  netdevs     integer NOT NULL
);

-- What the node itself says of a registered port.
CREATE TABLE port_status (
  port_id    uuid PRIMARY KEY REFERENCES port ON DELETE CASCADE,
  seen_at    timestamptz NOT NULL,
  present    boolean NOT NULL,
  hca        text NOT NULL DEFAULT '',
  port_num   integer,
  state      text NOT NULL DEFAULT 'unknown',
  phys_state text NOT NULL DEFAULT 'unknown',
  link_layer text NOT NULL DEFAULT 'unknown',
  rate       text NOT NULL DEFAULT '',
  lid        integer,
  sm_lid     integer,
  netdev     text NOT NULL DEFAULT '',
  pkeys      integer[],
  reason     text NOT NULL DEFAULT ''
) WITH (fillfactor = 50);

-- What the fabric says of a registered port: its PKey table as the subnet manager reads it. NULL: not known.
CREATE TABLE port_fabric_view (
  port_id  uuid PRIMARY KEY REFERENCES port ON DELETE CASCADE,
  seen_at  timestamptz NOT NULL,
  pkeys    integer[],
  capacity integer,
  detail   text NOT NULL DEFAULT ''
) WITH (fillfactor = 50);

CREATE TABLE fabric_status (
  fabric_id          uuid PRIMARY KEY REFERENCES fabric ON DELETE CASCADE,
  sm_state           text NOT NULL DEFAULT 'unknown' CHECK (sm_state IN ('running', 'not_running', 'unknown')),
  since              timestamptz NOT NULL DEFAULT now(),
  reason             text NOT NULL DEFAULT 'no subnet manager has reported yet',
  seen_at            timestamptz,
  generation         bigint NOT NULL DEFAULT 0,
  document           bytea,
  document_digest    bytea,
  applied_generation bigint
);

-- One row for each PKey of a fabric that can ever be a tenant's, so that a claim is the lock of a free row.
CREATE TABLE pkey_slot (
  fabric_id    uuid NOT NULL REFERENCES fabric,
  pkey         pkey_base NOT NULL,
  state        text NOT NULL DEFAULT 'free' CHECK (state IN ('free', 'taken', 'quarantined', 'reserved')),
  partition_id uuid,
  since        timestamptz NOT NULL DEFAULT now(),
  free_after   timestamptz,
  PRIMARY KEY (fabric_id, pkey),
  CHECK ((state IN ('taken', 'quarantined')) = (partition_id IS NOT NULL)),
  CHECK ((state = 'quarantined') = (free_after IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX pkey_slot_free ON pkey_slot (fabric_id, pkey) WHERE state = 'free';
CREATE INDEX pkey_slot_quarantined ON pkey_slot (free_after) WHERE state = 'quarantined';

-- Wake-up queues: append-only so that tenants never wait for each other; a reader deletes what it took.
CREATE TABLE fabric_change (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, fabric_id uuid NOT NULL REFERENCES fabric ON DELETE CASCADE);
CREATE INDEX ON fabric_change (fabric_id);
CREATE TABLE node_change (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, node_id uuid NOT NULL REFERENCES node ON DELETE CASCADE);
CREATE INDEX ON node_change (node_id);

-- The spec that a node was sent last; items that were ever sent are kept in interface_status.sent_generation.
CREATE TABLE node_spec (
  node_id    uuid PRIMARY KEY REFERENCES node ON DELETE CASCADE,
  generation bigint NOT NULL DEFAULT 0,
  digest     bytea,
  built_at   timestamptz
) WITH (fillfactor = 50);

CREATE FUNCTION fabric_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fabric_status (fabric_id) VALUES (NEW.id);
  INSERT INTO pkey_slot (fabric_id, pkey) SELECT NEW.id, g FROM generate_series(1, 32766) g;
  RETURN NULL;
END $$;
CREATE TRIGGER fabric_made AFTER INSERT ON fabric FOR EACH ROW EXECUTE FUNCTION fabric_made();

CREATE FUNCTION node_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO node_status (node_id) VALUES (NEW.id);
  INSERT INTO node_spec (node_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER node_made AFTER INSERT ON node FOR EACH ROW EXECUTE FUNCTION node_made();

GRANT SELECT, INSERT, UPDATE, DELETE ON
  node, fabric, port, node_grant, enrolment_token, node_certificate, node_status, node_inventory, port_status,
  port_fabric_view, fabric_status, pkey_slot, fabric_change, node_change, node_spec TO ibportal_fabric;

-- A tenant sees the fabrics, and of nodes only those granted to it.
GRANT SELECT ON fabric, fabric_status, node, port, node_grant, node_status, port_status, port_fabric_view TO ibportal_app;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['node', 'port', 'node_grant', 'node_status', 'port_status', 'port_fabric_view'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY fabric_all ON %I TO ibportal_fabric USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;
CREATE POLICY own ON node_grant FOR SELECT TO ibportal_app USING (tenant_id = current_tenant());
CREATE POLICY granted ON node FOR SELECT TO ibportal_app
  USING (id IN (SELECT g.node_id FROM node_grant g WHERE g.tenant_id = current_tenant()));
CREATE POLICY granted ON port FOR SELECT TO ibportal_app
  USING (node_id IN (SELECT g.node_id FROM node_grant g WHERE g.tenant_id = current_tenant()));
CREATE POLICY granted ON node_status FOR SELECT TO ibportal_app
  USING (node_id IN (SELECT g.node_id FROM node_grant g WHERE g.tenant_id = current_tenant()));
CREATE POLICY granted ON port_status FOR SELECT TO ibportal_app USING (port_id IN (SELECT p.id FROM port p));
CREATE POLICY granted ON port_fabric_view FOR SELECT TO ibportal_app USING (port_id IN (SELECT p.id FROM port p));
-- A port's table holds the keys of other tenants too: a tenant reads its own keys through membership_status.
REVOKE SELECT ON port_status, port_fabric_view FROM ibportal_app;
GRANT SELECT (port_id, seen_at, present, hca, port_num, state, phys_state, link_layer, rate, lid, sm_lid, netdev, reason)
  ON port_status TO ibportal_app;
GRANT SELECT (port_id, seen_at, capacity, detail) ON port_fabric_view TO ibportal_app;
REVOKE SELECT ON fabric_status, node_status FROM ibportal_app;
GRANT SELECT (fabric_id, sm_state, since, reason, seen_at) ON fabric_status TO ibportal_app;
GRANT SELECT (node_id, state, since, reason, last_seen_at, facts) ON node_status TO ibportal_app;
