-- What people ask for, who decides it, and what is held for them meanwhile: a PKey is a slot in state 'held', addresses are
-- reservations, and units of quota are taken already. So whoever claims anything sees a hold as what it is: not free.
GRANT CREATE ON SCHEMA public TO ibportal_fabric;

-- Who decides. The rule for the tenant on the fabric goes before the tenant's, that before the fabric's, that before the
-- general one; without any it is one operator.
CREATE TABLE approval_rule (
  id        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  fabric_id uuid REFERENCES fabric ON DELETE CASCADE,
  tenant_id uuid REFERENCES tenant ON DELETE CASCADE,
  -- 0: what the quota allows needs nobody.
  approvals integer NOT NULL CHECK (approvals BETWEEN 0 AND 2),
  deciders  text NOT NULL DEFAULT 'operator' CHECK (deciders IN ('operator', 'tenant-admin')),
  days_held integer NOT NULL DEFAULT 14 CHECK (days_held BETWEEN 1 AND 365),
  version   integer NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (fabric_id, tenant_id)
);
CREATE INDEX ON approval_rule (tenant_id);

CREATE TABLE request (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id      uuid NOT NULL REFERENCES tenant,
  fabric_id      uuid REFERENCES fabric,
  kind           text NOT NULL CHECK (kind IN ('partition', 'addresses', 'quota', 'release')),
  title          display_name NOT NULL,
  reason         text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 4000),
  -- The form as it was asked; what is held of it stands in columns too.
  asked          jsonb NOT NULL,
  -- Asked for, and from the hold on the one that is held.
  pkey           pkey_base,
  addresses      bigint NOT NULL DEFAULT 0 CHECK (addresses BETWEEN 0 AND 1000000),
  pool_id        uuid,
  -- What it is about, or what became of it.
  partition_id   uuid,
  wanted_from    timestamptz,
  wanted_until   timestamptz CHECK (wanted_until > wanted_from),
  state          text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'submitted', 'approved', 'provisioning', 'ready',
                   'releasing', 'released', 'denied', 'withdrawn', 'expired', 'failed')),
  since          timestamptz NOT NULL DEFAULT now(),
  why            text NOT NULL DEFAULT '',
  held_until     timestamptz,
  approvals      integer,
  deciders       text,
  requested_by   uuid NOT NULL,
  requested_name text NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  submitted_at   timestamptz,
  warned_at      timestamptz,
  version        integer NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, partition_id) REFERENCES partition (tenant_id, id),
  FOREIGN KEY (tenant_id, pool_id) REFERENCES pool (tenant_id, id) ON DELETE SET NULL (pool_id),
  CHECK (kind <> 'partition' OR fabric_id IS NOT NULL),
  CHECK (kind = 'partition' OR pkey IS NULL),
  CHECK (kind <> 'addresses' OR addresses BETWEEN 1 AND 65536),
  CHECK (kind <> 'addresses' OR pool_id IS NOT NULL OR state NOT IN ('draft', 'submitted')),
  CHECK (state <> 'submitted' OR held_until IS NOT NULL)
);
CREATE INDEX ON request (tenant_id, created_at);
CREATE INDEX ON request (fabric_id);
CREATE INDEX ON request (partition_id);
CREATE INDEX ON request (pool_id);
CREATE INDEX request_waits ON request (held_until) WHERE state = 'submitted';
CREATE INDEX request_ends ON request (wanted_until) WHERE state = 'ready' AND wanted_until IS NOT NULL;

CREATE TABLE request_vote (
  request_id uuid NOT NULL,
  tenant_id  uuid NOT NULL,
  voter      uuid NOT NULL,
  voter_name text NOT NULL,
  verdict    text NOT NULL CHECK (verdict IN ('approve', 'deny')),
  reason     text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 4000),
  -- Of the plan and the capacity that were looked at.
  digest     text NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (request_id, voter),
  FOREIGN KEY (tenant_id, request_id) REFERENCES request (tenant_id, id) ON DELETE CASCADE
);

CREATE TABLE request_comment (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL,
  tenant_id  uuid NOT NULL,
  by_id      uuid NOT NULL,
  by_name    text NOT NULL,
  text       text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 4000),
  at         timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (tenant_id, request_id) REFERENCES request (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX ON request_comment (request_id, at);

-- Units of quota that are taken for a request, before there is anything that uses them.
CREATE TABLE request_hold (
  request_id uuid NOT NULL,
  tenant_id  uuid NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('partitions', 'addresses')),
  units      bigint NOT NULL CHECK (units > 0),
  PRIMARY KEY (request_id, kind),
  FOREIGN KEY (tenant_id, request_id) REFERENCES request (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX ON request_hold (tenant_id, kind);

ALTER TABLE pkey_slot
  DROP CONSTRAINT pkey_slot_state_check,
  ADD CONSTRAINT pkey_slot_state_check CHECK (state IN ('free', 'taken', 'quarantined', 'reserved', 'held')),
  ADD COLUMN request_id uuid REFERENCES request,
  ADD CHECK ((state = 'held') = (request_id IS NOT NULL));
CREATE UNIQUE INDEX pkey_slot_held ON pkey_slot (request_id) WHERE request_id IS NOT NULL;

ALTER TABLE address
  ADD COLUMN request_id uuid,
  ADD FOREIGN KEY (tenant_id, request_id) REFERENCES request (tenant_id, id);
CREATE INDEX address_of_request ON address (request_id) WHERE request_id IS NOT NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['request', 'request_vote', 'request_comment', 'request_hold'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY fabric_all ON %I TO ibportal_fabric USING (true) WITH CHECK (true)', t);
    EXECUTE format('CREATE POLICY own ON %I TO ibportal_app USING (tenant_id = current_tenant())
                    WITH CHECK (tenant_id = current_tenant())', t);
    EXECUTE format('CREATE TRIGGER tenant_is_open BEFORE INSERT OR UPDATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION tenant_is_open()', t);
    EXECUTE format('GRANT SELECT ON %I TO ibportal_app', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO ibportal_fabric', t);
  END LOOP;
END $$;
GRANT INSERT, UPDATE ON request TO ibportal_app;
GRANT INSERT ON request_vote, request_comment TO ibportal_app;

-- A tenant sees who decides for it.
ALTER TABLE approval_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval_rule FORCE ROW LEVEL SECURITY;
CREATE POLICY fabric_all ON approval_rule TO ibportal_fabric USING (true) WITH CHECK (true);
CREATE POLICY own ON approval_rule FOR SELECT TO ibportal_app USING (tenant_id IS NULL OR tenant_id = current_tenant());
GRANT SELECT ON approval_rule TO ibportal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON approval_rule TO ibportal_fabric;

-- The wanted key, or the lowest that may be given by chance; its row is locked. IB001 none free, IB002 not available.
CREATE FUNCTION pick_pkey(p_fabric uuid, p_wanted integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  f record;
  k integer;
BEGIN
  SELECT pkey_first, pkey_last, pkeys_reserved, pkeys_reserved + pkeys_on_request AS kept INTO STRICT f
    FROM fabric WHERE id = p_fabric;
  IF p_wanted IS NOT NULL THEN
    SELECT pkey INTO k FROM pkey_slot
      WHERE fabric_id = p_fabric AND pkey = p_wanted AND state = 'free' AND NOT p_wanted <@ f.pkeys_reserved FOR UPDATE;
    IF k IS NULL THEN
      RAISE EXCEPTION 'PKey not available' USING ERRCODE = 'IB002';
    END IF;
    RETURN k;
  END IF;
  LOOP
    SELECT pkey INTO k FROM pkey_slot
      WHERE fabric_id = p_fabric AND state = 'free' AND pkey BETWEEN f.pkey_first AND f.pkey_last AND NOT pkey::integer <@ f.kept
      ORDER BY pkey LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF k IS NOT NULL THEN
      RETURN k;
    END IF;
    -- Perhaps free rows are only locked by others who may yet give them up: wait for the lowest and look again.
    SELECT pkey INTO k FROM pkey_slot
      WHERE fabric_id = p_fabric AND state = 'free' AND pkey BETWEEN f.pkey_first AND f.pkey_last AND NOT pkey::integer <@ f.kept
      ORDER BY pkey LIMIT 1;
    IF k IS NULL THEN
      RAISE EXCEPTION 'no free PKey' USING ERRCODE = 'IB001';
    END IF;
    BEGIN
      PERFORM 1 FROM pkey_slot WHERE fabric_id = p_fabric AND pkey = k FOR UPDATE;
      RAISE EXCEPTION 'waited' USING ERRCODE = 'IB000';
    EXCEPTION WHEN SQLSTATE 'IB000' THEN
      NULL; -- with the block's work its lock is given back
    END;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION claim_pkey(p_fabric uuid, p_partition uuid, p_wanted integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE k integer;
BEGIN
  IF current_tenant() IS NULL OR EXISTS (
      SELECT FROM partition WHERE id = p_partition AND tenant_id <> current_tenant()) THEN
    RAISE EXCEPTION 'PKey not available' USING ERRCODE = 'IB002';
  END IF;
  k := pick_pkey(p_fabric, p_wanted);
  UPDATE pkey_slot SET state = 'taken', partition_id = p_partition, since = now() WHERE fabric_id = p_fabric AND pkey = k;
  RETURN k;
END $$;

CREATE FUNCTION quota_held(p_tenant uuid, p_kind text) RETURNS bigint
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(units), 0)::bigint FROM request_hold WHERE tenant_id = p_tenant AND kind = p_kind
$$;

-- As before; what requests hold is not there to be taken.
CREATE OR REPLACE FUNCTION set_quota(p_tenant uuid, p_kind text, p_most bigint) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  spare bigint;
  shares integer;
BEGIN
  PERFORM pg_advisory_xact_lock(tenant_lock(p_tenant));
  DELETE FROM tenant_quota WHERE tenant_id = p_tenant AND kind = p_kind;
  IF p_most IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO tenant_quota (tenant_id, kind, most) VALUES (p_tenant, p_kind, p_most);
  spare := p_most - quota_used(p_tenant, p_kind) - quota_held(p_tenant, p_kind);
  shares := CASE WHEN spare >= 160 THEN 16 ELSE 1 END;
  INSERT INTO quota_spare (tenant_id, kind, free)
    SELECT p_tenant, p_kind, spare / shares + CASE WHEN g <= spare % shares THEN 1 ELSE 0 END
    FROM generate_series(1, shares) g;
END $$;

CREATE FUNCTION hold_quota(r request, p_kind text, p_units bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_units > 0 THEN
    PERFORM take_quota(r.tenant_id, p_kind, p_units);
    INSERT INTO request_hold (request_id, tenant_id, kind, units) VALUES (r.id, r.tenant_id, p_kind, p_units);
  END IF;
END $$;

-- Gives up what is held. In the transaction that then claims the same, nobody else can come between: the rows stay locked.
CREATE FUNCTION drop_holds(p_request uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE h record;
BEGIN
  UPDATE pkey_slot SET state = 'free', request_id = NULL, since = now() WHERE request_id = p_request;
  FOR h IN DELETE FROM request_hold WHERE request_id = p_request RETURNING tenant_id, kind, units LOOP
    PERFORM give_quota(h.tenant_id, h.kind, h.units);
  END LOOP;
END $$;

-- The lowest free addresses of the pool, or IB001 with how many there are.
CREATE FUNCTION hold_addresses(r request) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE ids uuid[];
BEGIN
  SELECT array_agg(c.address_id) INTO ids FROM claim_next(r.pool_id,
    (SELECT array_agg(gen_random_uuid()) FROM generate_series(1, r.addresses)),
    array_fill(r.title::text, ARRAY[r.addresses::integer]), array_fill(r.held_until, ARRAY[r.addresses::integer])) c;
  IF coalesce(cardinality(ids), 0) < r.addresses THEN
    RAISE EXCEPTION 'pool full' USING ERRCODE = 'IB001', DETAIL = coalesce(cardinality(ids), 0)::text;
  END IF;
  UPDATE address SET request_id = r.id WHERE id = ANY (ids);
END $$;

-- Not those that an interface has meanwhile.
CREATE FUNCTION drop_addresses(r request) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM pool WHERE id = r.pool_id FOR NO KEY UPDATE;
  UPDATE address SET removed_at = now(), version = version + 1
    WHERE request_id = r.id AND interface_id IS NULL AND removed_at IS NULL;
END $$;

CREATE FUNCTION request_begins() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.state <> 'draft' THEN
    RAISE EXCEPTION 'a request begins as a draft' USING ERRCODE = 'IB013';
  END IF;
  NEW.approvals := NULL;
  NEW.deciders := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER request_begins BEFORE INSERT ON request FOR EACH ROW EXECUTE FUNCTION request_begins();

-- The one place that knows which way a request may go, and that nobody who submits goes without a hold. IB013: not that way.
CREATE FUNCTION request_moves() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE rule record;
BEGIN
  IF NOT (OLD.state || '>' || NEW.state) = ANY (ARRAY['draft>submitted', 'draft>withdrawn', 'submitted>approved',
      'submitted>denied', 'submitted>withdrawn', 'submitted>expired', 'approved>provisioning', 'approved>withdrawn',
      'approved>failed', 'provisioning>ready', 'provisioning>failed', 'failed>provisioning', 'failed>withdrawn',
      'ready>releasing', 'releasing>released']) THEN
    RAISE EXCEPTION 'a request that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'IB013';
  END IF;
  NEW.since := now();
  IF NEW.state = 'submitted' THEN
    SELECT approvals, deciders, days_held INTO rule FROM (
      SELECT approvals, deciders, days_held, (tenant_id IS NOT NULL)::integer * 2 + (fabric_id IS NOT NULL)::integer AS rank
        FROM approval_rule
        WHERE coalesce(fabric_id = NEW.fabric_id, fabric_id IS NULL) AND coalesce(tenant_id = NEW.tenant_id, tenant_id IS NULL)
      UNION ALL SELECT 1, 'operator', 14, -1) r ORDER BY rank DESC LIMIT 1;
    NEW.approvals := rule.approvals;
    NEW.deciders := rule.deciders;
    NEW.submitted_at := now();
    NEW.held_until := now() + make_interval(days => rule.days_held);
    IF NEW.kind = 'partition' THEN
      NEW.pkey := pick_pkey(NEW.fabric_id, NEW.pkey);
      UPDATE pkey_slot SET state = 'held', request_id = NEW.id, since = now()
        WHERE fabric_id = NEW.fabric_id AND pkey = NEW.pkey;
      PERFORM hold_quota(NEW, 'partitions', 1);
      PERFORM hold_quota(NEW, 'addresses', NEW.addresses);
    ELSIF NEW.kind = 'addresses' THEN
      PERFORM hold_addresses(NEW);
    END IF;
  ELSIF NEW.state = 'approved' THEN
    IF OLD.held_until < now() THEN
      RAISE EXCEPTION 'the request has expired' USING ERRCODE = 'IB013';
    END IF;
    IF (SELECT count(*) FROM request_vote WHERE request_id = NEW.id AND verdict = 'approve') < NEW.approvals
       OR EXISTS (SELECT FROM request_vote WHERE request_id = NEW.id AND verdict = 'deny') THEN
      RAISE EXCEPTION 'not approved by enough' USING ERRCODE = 'IB014';
    END IF;
    -- What was promised is kept until it is made use of, or the lease ends.
    UPDATE address SET reserved_until = NEW.wanted_until WHERE request_id = NEW.id AND interface_id IS NULL;
  ELSIF NEW.state IN ('provisioning', 'denied', 'withdrawn', 'expired') THEN
    PERFORM drop_holds(NEW.id);
    IF NEW.state <> 'provisioning' AND NEW.kind = 'addresses' THEN
      PERFORM drop_addresses(NEW);
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER request_moves BEFORE UPDATE OF state ON request FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION request_moves();

-- What was shown is what is decided: after the draft only its state, and what became of it, change.
CREATE FUNCTION request_is_kept() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.tenant_id, OLD.requested_by, OLD.created_at) IS DISTINCT FROM (NEW.id, NEW.tenant_id, NEW.requested_by, NEW.created_at)
     OR OLD.state = NEW.state AND (OLD.approvals, OLD.deciders, OLD.held_until, OLD.submitted_at)
        IS DISTINCT FROM (NEW.approvals, NEW.deciders, NEW.held_until, NEW.submitted_at)
     OR OLD.state <> 'draft' AND (OLD.fabric_id, OLD.kind, OLD.asked, OLD.pkey, OLD.addresses, OLD.wanted_from, OLD.approvals,
                                  OLD.deciders, OLD.held_until)
        IS DISTINCT FROM (NEW.fabric_id, NEW.kind, NEW.asked, NEW.pkey, NEW.addresses, NEW.wanted_from, NEW.approvals,
                          NEW.deciders, NEW.held_until) THEN
    RAISE EXCEPTION 'what was submitted stays as it is' USING ERRCODE = 'IB013';
  END IF;
  RETURN NEW;
END $$;
-- By name before request_moves, which sets some of these itself.
CREATE TRIGGER request_is_kept BEFORE UPDATE ON request FOR EACH ROW EXECUTE FUNCTION request_is_kept();

-- Never one's own, never a program's, and only by whom the rule names. IB015.
CREATE FUNCTION vote_is_allowed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE r request;
BEGIN
  SELECT * INTO r FROM request WHERE id = NEW.request_id FOR UPDATE;
  IF r.state IS DISTINCT FROM 'submitted' OR r.held_until < now() THEN
    RAISE EXCEPTION 'nothing to decide' USING ERRCODE = 'IB013';
  END IF;
  IF r.requested_by = NEW.voter THEN
    RAISE EXCEPTION 'nobody decides their own request' USING ERRCODE = 'IB015', DETAIL = 'own';
  END IF;
  IF EXISTS (SELECT FROM app_user WHERE id = NEW.voter AND service_of IS NOT NULL) THEN
    RAISE EXCEPTION 'a program decides nothing' USING ERRCODE = 'IB010';
  END IF;
  IF NOT EXISTS (SELECT FROM role_grant g WHERE g.user_id = NEW.voter AND (g.role = 'operator'
      OR r.deciders = 'tenant-admin' AND g.role = 'tenant-admin' AND g.tenant_id = r.tenant_id)) THEN
    RAISE EXCEPTION 'not theirs to decide' USING ERRCODE = 'IB015', DETAIL = r.deciders;
  END IF;
  IF NEW.verdict = 'approve' AND EXISTS (SELECT FROM app_user WHERE id IN (NEW.voter, r.requested_by) AND NOT vouched) THEN
    RAISE EXCEPTION 'nobody vouches that these are two people' USING ERRCODE = 'IB012';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER vote_is_allowed BEFORE INSERT ON request_vote FOR EACH ROW EXECUTE FUNCTION vote_is_allowed();

-- A hold is given up only for what was asked.
CREATE FUNCTION request_is_served() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM request r WHERE r.id = NEW.id AND r.state = 'provisioning' AND NOT EXISTS (
      SELECT FROM partition p WHERE p.id = r.partition_id AND p.fabric_id = r.fabric_id AND p.pkey = r.pkey)) THEN
    RAISE EXCEPTION 'the partition of a request was not made' USING ERRCODE = 'IB013';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER request_is_served AFTER UPDATE ON request DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'provisioning' AND NEW.kind = 'partition') EXECUTE FUNCTION request_is_served();

-- Who is being removed waits for nothing any more.
CREATE FUNCTION tenant_asks_no_more() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE request SET state = 'withdrawn', why = 'the tenant is being removed', version = version + 1
    WHERE tenant_id = NEW.id AND state IN ('draft', 'submitted', 'approved', 'failed');
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_asks_no_more AFTER UPDATE OF removed_at ON tenant FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION tenant_asks_no_more();

-- Who decides, what was decided and what became of it are watched as a whole.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['approval_rule', 'request', 'request_vote'] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER row_is_told AFTER INSERT OR DELETE ON %I
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_is_told()', t);
    EXECUTE format('CREATE CONSTRAINT TRIGGER change_is_told AFTER UPDATE ON %I
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (to_jsonb(OLD) IS DISTINCT FROM to_jsonb(NEW))
                    EXECUTE FUNCTION change_is_told()', t);
    EXECUTE format('CREATE TRIGGER table_was_emptied AFTER TRUNCATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION table_was_emptied()', t);
  END LOOP;
END $$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['pick_pkey(uuid, integer)', 'hold_quota(request, text, bigint)', 'drop_holds(uuid)',
                           'hold_addresses(request)', 'drop_addresses(request)', 'request_begins()', 'request_moves()',
                           'vote_is_allowed()', 'request_is_served()', 'tenant_asks_no_more()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION request_is_kept() FROM PUBLIC;
REVOKE ALL ON FUNCTION quota_held(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION quota_held(uuid, text) TO ibportal_app, ibportal_fabric;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
