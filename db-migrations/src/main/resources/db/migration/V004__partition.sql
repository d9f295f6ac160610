CREATE TABLE partition (
  id                 uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id          uuid NOT NULL REFERENCES tenant,
  fabric_id          uuid NOT NULL REFERENCES fabric,
  pkey               pkey_base NOT NULL,
  name               display_name NOT NULL,
  name_key           name_key NOT NULL,
  description        text NOT NULL DEFAULT '' CHECK (char_length(description) <= 4000),
  ipoib              boolean NOT NULL DEFAULT true,
  ib_mtu             integer NOT NULL DEFAULT 2048 CHECK (ib_mtu IN (256, 512, 1024, 2048, 4096)),
  rate_code          integer CHECK (rate_code BETWEEN 2 AND 22),
  service_level      integer NOT NULL DEFAULT 0 CHECK (service_level BETWEEN 0 AND 15),
  default_membership text NOT NULL DEFAULT 'full' CHECK (default_membership IN ('full', 'limited')),
  mode               text NOT NULL DEFAULT 'datagram' CHECK (mode IN ('datagram', 'connected')),
  -- IP MTU in bytes of its interfaces; NULL: as large as mode and broadcast group allow.
  ip_mtu             integer CHECK (ip_mtu BETWEEN 72 AND 65520),
  removed_at         timestamptz,
  created_at         timestamptz NOT NULL DEFAULT now(),
  version            integer NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, id, fabric_id)
);
CREATE UNIQUE INDEX partition_name ON partition (tenant_id, fabric_id, name_key) WHERE removed_at IS NULL;

CREATE TABLE partition_status (
  partition_id uuid PRIMARY KEY,
  tenant_id    uuid NOT NULL,
  state        text NOT NULL DEFAULT 'allocated'
               CHECK (state IN ('allocated', 'programming', 'active', 'retiring', 'quarantined', 'released')),
  since        timestamptz NOT NULL DEFAULT now(),
  reason       text NOT NULL DEFAULT '',
  fabric_id    uuid NOT NULL,
  pkey         pkey_base NOT NULL,
  FOREIGN KEY (tenant_id, partition_id) REFERENCES partition (tenant_id, id) ON DELETE CASCADE
);
-- The truth of "a PKey belongs to one partition": not a check in some program.
CREATE UNIQUE INDEX partition_live_pkey ON partition_status (fabric_id, pkey) WHERE state <> 'released';

CREATE TABLE membership (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id    uuid NOT NULL,
  partition_id uuid NOT NULL,
  fabric_id    uuid NOT NULL,
  node_id      uuid NOT NULL,
  port_id      uuid NOT NULL,
  membership   text NOT NULL CHECK (membership IN ('full', 'limited')),
  -- NULL: follows the partition, also when that changes later.
  mode         text CHECK (mode IN ('datagram', 'connected')),
  ip_mtu       integer CHECK (ip_mtu BETWEEN 72 AND 65520),
  removed_at   timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  version      integer NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, node_id, id),
  FOREIGN KEY (tenant_id, partition_id, fabric_id) REFERENCES partition (tenant_id, id, fabric_id),
  -- Only nodes granted to the tenant, and the grant cannot go while it is used.
  FOREIGN KEY (tenant_id, node_id) REFERENCES node_grant (tenant_id, node_id),
  FOREIGN KEY (node_id, port_id) REFERENCES port (node_id, id),
  FOREIGN KEY (fabric_id, port_id) REFERENCES port (fabric_id, id)
);
CREATE INDEX ON membership (partition_id);
CREATE INDEX ON membership (node_id);
CREATE INDEX ON membership (fabric_id);

CREATE TABLE membership_status (
  membership_id uuid PRIMARY KEY,
  tenant_id     uuid NOT NULL,
  partition_id  uuid NOT NULL,
  port_id       uuid NOT NULL,
  state         text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'programmed', 'effective', 'leaving', 'absent')),
  since         timestamptz NOT NULL DEFAULT now(),
  reason        text NOT NULL DEFAULT '',
  seen_at       timestamptz,
  found         text CHECK (found IN ('full', 'limited', 'none')),
  -- First generation of the subnet manager's document that held it; NULL: the fabric never heard of it.
  sent_generation bigint,
  FOREIGN KEY (tenant_id, membership_id) REFERENCES membership (tenant_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
-- A port is in a partition once; a new membership has to wait until the old one is proven absent.
CREATE UNIQUE INDEX membership_live_port ON membership_status (partition_id, port_id) WHERE state <> 'absent';
CREATE INDEX ON membership_status (port_id) WHERE state <> 'absent';

-- Exactly one interface per membership: the IPoIB netdev that should exist for it.
CREATE TABLE interface (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id     uuid NOT NULL,
  membership_id uuid NOT NULL UNIQUE,
  node_id       uuid NOT NULL,
  kind          text NOT NULL DEFAULT 'child' CHECK (kind IN ('child', 'parent')),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, node_id, id),
  FOREIGN KEY (tenant_id, node_id, membership_id) REFERENCES membership (tenant_id, node_id, id) ON DELETE CASCADE
);
CREATE INDEX ON interface (node_id);

CREATE TABLE interface_status (
  interface_id        uuid PRIMARY KEY,
  tenant_id           uuid NOT NULL,
  node_id             uuid NOT NULL,
  state               text NOT NULL DEFAULT 'pending'
                      CHECK (state IN ('pending', 'applying', 'in_sync', 'failed', 'pending_reboot', 'unreachable', 'drifted', 'held', 'leaving', 'absent')),
  since               timestamptz NOT NULL DEFAULT now(),
  cause               text NOT NULL DEFAULT '',
  reason              text NOT NULL DEFAULT '',
  seen_at             timestamptz,
  -- First generation whose spec told the node to make it; NULL: the node never heard of it.
  sent_generation     bigint,
  -- What the node was told of it last, and in which generation that was new: older reports say nothing about it.
  item_digest         bytea,
  item_generation     bigint,
  observed_generation bigint,
  name                text NOT NULL DEFAULT '',
  mode                text,
  mtu                 integer,
  carrier             boolean,
  addresses           text[] NOT NULL DEFAULT '{}',
  links               jsonb NOT NULL DEFAULT '[]',
  FOREIGN KEY (tenant_id, interface_id) REFERENCES interface (tenant_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX ON interface_status (node_id);
