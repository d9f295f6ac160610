-- Audit events by month, so that old months can go as a whole (and never single events). Number, time and transaction of
-- an event are the database's own: no role of the portal may choose them, or change or delete what is written.
ALTER TABLE audit_event RENAME TO audit_event_before;
ALTER TABLE audit_event_before NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_event_before DROP CONSTRAINT audit_event_pkey;

CREATE SEQUENCE audit_event_id;
CREATE TABLE audit_event (
  id              bigint NOT NULL DEFAULT nextval('audit_event_id'),
  at              timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Lets the sealer know what can still appear before a given point, and ties changes to their events.
  xid             xid8 NOT NULL DEFAULT pg_current_xact_id(),
  actor_id        uuid,
  actor_name      text NOT NULL,
  actor_tenant_id uuid,
  -- The tenant for whom the actor acted.
  behalf_id       uuid,
  behalf_name     text NOT NULL DEFAULT '',
  -- Whose the object is.
  tenant_id       uuid,
  tenant_name     text NOT NULL DEFAULT '',
  action          text NOT NULL CHECK (action ~ '^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$'),
  object_kind     text NOT NULL,
  object_id       text NOT NULL DEFAULT '',
  object_name     text NOT NULL DEFAULT '',
  before          jsonb,
  after           jsonb,
  outcome         text NOT NULL CHECK (outcome IN ('success', 'denied', 'failed')),
  reason          text NOT NULL DEFAULT '',
  request_id      uuid NOT NULL,
  source_address  text NOT NULL DEFAULT '',
  PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
ALTER SEQUENCE audit_event_id OWNED BY audit_event.id;

-- Whatever the clock says, there is a place for an event.
CREATE TABLE audit_event_other PARTITION OF audit_event DEFAULT;

-- Makes the table of a month (UTC) unless it is there. Events of that month that went elsewhere stay where they are.
CREATE FUNCTION audit_make_month(p_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  first date := date_trunc('month', p_day)::date;
  part text := 'audit_event_' || to_char(p_day, 'YYYY_MM');
BEGIN
  IF to_regclass(part) IS NULL
     AND NOT EXISTS (SELECT FROM audit_event_other WHERE at >= first AND at < first + interval '1 month') THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF audit_event FOR VALUES FROM (%L) TO (%L)',
                   part, first::timestamptz, (first + interval '1 month')::timestamptz);
  END IF;
END $$;
REVOKE ALL ON FUNCTION audit_make_month(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_make_month(date) TO ibportal_sealer;

SELECT audit_make_month((d AT TIME ZONE 'UTC')::date)
  FROM generate_series(
    coalesce((SELECT date_trunc('month', min(at) AT TIME ZONE 'UTC') FROM audit_event_before),
             date_trunc('month', now() AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC',
    now() + interval '2 months', interval '1 month') d;

INSERT INTO audit_event (id, at, xid, actor_id, actor_name, actor_tenant_id, tenant_id, tenant_name, action, object_kind,
    object_id, object_name, before, after, outcome, reason, request_id, source_address)
  SELECT id, at, '0', actor_id, actor_name, actor_tenant_id, tenant_id, tenant_name, action, object_kind,
    object_id, object_name, before, after, outcome, reason, request_id, source_address
  FROM audit_event_before;
SELECT setval('audit_event_id', coalesce((SELECT max(id) FROM audit_event_before), 1),
              EXISTS (SELECT FROM audit_event_before));
DROP TABLE audit_event_before;

CREATE INDEX ON audit_event (tenant_id, at, id);
CREATE INDEX ON audit_event (object_kind, object_id, at);
CREATE INDEX ON audit_event (request_id);
CREATE INDEX ON audit_event (xid);

-- For the owner too, who is bound by no grant.
CREATE FUNCTION audit_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are never changed or deleted';
END $$;
CREATE TRIGGER audit_event_stays BEFORE UPDATE OR DELETE ON audit_event FOR EACH ROW EXECUTE FUNCTION audit_event_stays();

ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_event FORCE ROW LEVEL SECURITY;
CREATE POLICY own_read ON audit_event FOR SELECT TO ibportal_app
  USING (tenant_id = current_tenant() OR actor_tenant_id = current_tenant());
-- The log's own housekeeping is the sealer's to tell of.
CREATE POLICY own_write ON audit_event FOR INSERT TO ibportal_app
  WITH CHECK (tenant_id = current_tenant() AND action <> 'audit.drop-month');
CREATE POLICY fabric_read ON audit_event FOR SELECT TO ibportal_fabric USING (true);
CREATE POLICY fabric_write ON audit_event FOR INSERT TO ibportal_fabric WITH CHECK (action <> 'audit.drop-month');
CREATE POLICY sealer_read ON audit_event FOR SELECT TO ibportal_sealer USING (true);
CREATE POLICY sealer_write ON audit_event FOR INSERT TO ibportal_sealer WITH CHECK (action LIKE 'audit.%');
GRANT SELECT ON audit_event TO ibportal_app, ibportal_fabric, ibportal_sealer;
GRANT INSERT (actor_id, actor_name, actor_tenant_id, behalf_id, behalf_name, tenant_id, tenant_name, action, object_kind,
              object_id, object_name, before, after, outcome, reason, request_id, source_address)
  ON audit_event TO ibportal_app, ibportal_fabric, ibportal_sealer;
GRANT USAGE ON SEQUENCE audit_event_id TO ibportal_app, ibportal_fabric, ibportal_sealer;
