CREATE TABLE pool (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id    uuid NOT NULL,
  partition_id uuid NOT NULL,
  name         display_name NOT NULL,
  name_key     name_key NOT NULL,
  prefix       cidr NOT NULL,
  gateway      host_inet CHECK (gateway << prefix OR gateway = host(prefix)::inet),
  -- How many addresses could be handed out when none was taken; kept by the portal with pool_free.
  capacity     numeric(39) NOT NULL CHECK (capacity >= 0),
  created_at   timestamptz NOT NULL DEFAULT now(),
  version      integer NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, partition_id, id),
  UNIQUE (partition_id, name_key),
  FOREIGN KEY (tenant_id, partition_id) REFERENCES partition (tenant_id, id),
  CONSTRAINT pool_overlap EXCLUDE USING gist (partition_id WITH =, prefix inet_ops WITH &&)
);

-- Where addresses may be handed out; no row means the whole usable prefix.
CREATE TABLE pool_range (
  id        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  pool_id   uuid NOT NULL,
  span      inetrange NOT NULL CHECK (lower_inc(span) AND upper_inc(span)),
  FOREIGN KEY (tenant_id, pool_id) REFERENCES pool (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT pool_range_overlap EXCLUDE USING gist (pool_id WITH =, span WITH &&)
);

CREATE TABLE pool_exclusion (
  id        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  pool_id   uuid NOT NULL,
  span      inetrange NOT NULL CHECK (lower_inc(span) AND upper_inc(span)),
  reason    text NOT NULL DEFAULT '',
  FOREIGN KEY (tenant_id, pool_id) REFERENCES pool (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX ON pool_exclusion (pool_id);

-- What is free, as spans in which both ends count: a claim is a cut at the lowest end, whatever the size of the
-- pool or how full it is. Always usable minus exclusions minus gateway minus addresses; the pool's row is locked
-- while it changes.
CREATE TABLE pool_free (
  pool_id   uuid NOT NULL,
  lo        host_inet NOT NULL,
  hi        host_inet NOT NULL,
  tenant_id uuid NOT NULL,
  PRIMARY KEY (pool_id, lo),
  CHECK (lo <= hi AND family(lo) = family(hi)),
  FOREIGN KEY (tenant_id, pool_id) REFERENCES pool (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT pool_free_overlap EXCLUDE USING gist (pool_id WITH =, inetrange(lo, hi, '[]') WITH &&) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE address (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id    uuid NOT NULL,
  partition_id uuid NOT NULL,
  pool_id      uuid NOT NULL,
  ip           host_inet NOT NULL,
  -- For whom it is kept; with interface_id it is that interface's.
  node_id      uuid,
  interface_id uuid,
  note         text NOT NULL DEFAULT '' CHECK (char_length(note) <= 1000),
  removed_at   timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  version      integer NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, id),
  CONSTRAINT address_taken UNIQUE (partition_id, ip),
  CHECK (interface_id IS NULL OR node_id IS NOT NULL),
  FOREIGN KEY (tenant_id, partition_id, pool_id) REFERENCES pool (tenant_id, partition_id, id),
  FOREIGN KEY (tenant_id, node_id) REFERENCES node_grant (tenant_id, node_id),
  FOREIGN KEY (tenant_id, node_id, interface_id) REFERENCES interface (tenant_id, node_id, id)
);
CREATE INDEX ON address (pool_id, ip);
CREATE INDEX ON address (interface_id);
CREATE INDEX ON address (tenant_id, ip);

-- Prefixes may overlap across partitions, but not on one node: the host could not tell the networks apart.
CREATE TABLE node_prefix (
  interface_id uuid NOT NULL,
  pool_id      uuid NOT NULL,
  tenant_id    uuid NOT NULL,
  node_id      uuid NOT NULL,
  partition_id uuid NOT NULL,
  prefix       cidr NOT NULL,
  PRIMARY KEY (interface_id, pool_id),
  FOREIGN KEY (tenant_id, interface_id) REFERENCES interface (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT node_prefix_overlap EXCLUDE USING gist (node_id WITH =, partition_id WITH <>, prefix inet_ops WITH &&)
);

-- Takes the p_count lowest free addresses of a pool, all or (with fewer left) none. Runs under the caller's policies.
CREATE FUNCTION claim_addresses(p_pool uuid, p_count integer) RETURNS SETOF inet
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  s record;
  want integer := p_count;
  last inet;
BEGIN
  PERFORM 1 FROM pool WHERE id = p_pool FOR NO KEY UPDATE;
  FOR s IN SELECT lo, hi FROM pool_free WHERE pool_id = p_pool ORDER BY lo LOOP
    EXIT WHEN want = 0;
    -- hi - lo overflows bigint in a large IPv6 pool; so look up from below in the lower half of the address space and
    -- down from above in the upper one, where neither passes an end of it.
    last := CASE
      WHEN s.lo < CASE family(s.lo) WHEN 4 THEN inet '128.0.0.0' ELSE inet '8000::' END THEN least(s.lo + (want - 1), s.hi)
      WHEN s.hi - want >= s.lo THEN s.lo + (want - 1)
      ELSE s.hi END;
    IF last = s.hi THEN
      DELETE FROM pool_free WHERE pool_id = p_pool AND lo = s.lo;
    ELSE
      UPDATE pool_free SET lo = last + 1 WHERE pool_id = p_pool AND lo = s.lo;
    END IF;
    want := want - (last - s.lo)::integer - 1;
    RETURN QUERY SELECT s.lo + g FROM generate_series(0, last - s.lo) g;
  END LOOP;
  IF want > 0 THEN
    RAISE EXCEPTION 'pool full' USING ERRCODE = 'IB001', DETAIL = (p_count - want)::text;
  END IF;
END $$;

-- Takes exactly this address; false when it is not free.
CREATE FUNCTION claim_address(p_pool uuid, p_ip inet) RETURNS boolean
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE s record;
BEGIN
  PERFORM 1 FROM pool WHERE id = p_pool FOR NO KEY UPDATE;
  SELECT lo, hi INTO s FROM pool_free WHERE pool_id = p_pool AND lo <= p_ip ORDER BY lo DESC LIMIT 1;
  IF NOT FOUND OR s.hi < p_ip THEN
    RETURN false;
  END IF;
  DELETE FROM pool_free WHERE pool_id = p_pool AND lo = s.lo;
  INSERT INTO pool_free (pool_id, tenant_id, lo, hi)
    SELECT p_pool, p.tenant_id, v.lo, v.hi
    FROM pool p, LATERAL (
      SELECT s.lo AS lo, p_ip - 1 AS hi WHERE s.lo < p_ip
      UNION ALL SELECT p_ip + 1, s.hi WHERE p_ip < s.hi) v
    WHERE p.id = p_pool;
  RETURN true;
END $$;

-- Puts an address back, joined with its neighbours, if the pool still hands out such an address.
CREATE FUNCTION give_back_address(p_pool uuid, p_ip inet) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  p record;
  below record;
  above record;
  new_lo inet := p_ip;
  new_hi inet := p_ip;
BEGIN
  SELECT * INTO p FROM pool WHERE id = p_pool FOR NO KEY UPDATE;
  IF p_ip = p.gateway
     OR EXISTS (SELECT FROM pool_exclusion WHERE pool_id = p_pool AND span @> p_ip)
     OR (EXISTS (SELECT FROM pool_range WHERE pool_id = p_pool)
         AND NOT EXISTS (SELECT FROM pool_range WHERE pool_id = p_pool AND span @> p_ip)) THEN
    RETURN;
  END IF;
  SELECT lo, hi INTO below FROM pool_free WHERE pool_id = p_pool AND lo < p_ip ORDER BY lo DESC LIMIT 1;
  IF FOUND AND below.hi = p_ip - 1 THEN
    new_lo := below.lo;
    DELETE FROM pool_free WHERE pool_id = p_pool AND lo = below.lo;
  END IF;
  SELECT lo, hi INTO above FROM pool_free WHERE pool_id = p_pool AND lo > p_ip ORDER BY lo LIMIT 1;
  IF FOUND AND above.lo - 1 = p_ip THEN
    new_hi := above.hi;
    DELETE FROM pool_free WHERE pool_id = p_pool AND lo = above.lo;
  END IF;
  INSERT INTO pool_free (pool_id, tenant_id, lo, hi) VALUES (p_pool, p.tenant_id, new_lo, new_hi);
END $$;
