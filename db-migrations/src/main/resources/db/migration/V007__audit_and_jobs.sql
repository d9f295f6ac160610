-- Who, for whom, what, on which object, before/after, outcome, request, from where, when. Names are text: nothing
-- here points to a live row, so that deleting something never deletes its history. Written in the transaction of
-- the change it tells of.
CREATE TABLE audit_event (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at              timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id        uuid,
  actor_name      text NOT NULL,
  actor_tenant_id uuid,
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
  source_address  text NOT NULL DEFAULT ''
);
CREATE INDEX ON audit_event (at, id);
CREATE INDEX ON audit_event (tenant_id, at, id);
CREATE INDEX ON audit_event (object_kind, object_id);

ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_event FORCE ROW LEVEL SECURITY;
CREATE POLICY own_read ON audit_event FOR SELECT TO ibportal_app
  USING (tenant_id = current_tenant() OR actor_tenant_id = current_tenant());
CREATE POLICY own_write ON audit_event FOR INSERT TO ibportal_app WITH CHECK (tenant_id = current_tenant());
CREATE POLICY fabric_read ON audit_event FOR SELECT TO ibportal_fabric USING (true);
CREATE POLICY fabric_write ON audit_event FOR INSERT TO ibportal_fabric WITH CHECK (true);
CREATE POLICY sealer_read ON audit_event FOR SELECT TO ibportal_sealer USING (true);
GRANT SELECT, INSERT ON audit_event TO ibportal_app, ibportal_fabric;
GRANT SELECT ON audit_event TO ibportal_sealer;

-- Answers kept for repeated requests with the same Idempotency-Key.
CREATE TABLE idempotency (
  user_id      uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  key          text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 200),
  request_hash bytea NOT NULL,
  status       integer,
  location     text,
  etag         text,
  body         bytea,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO ibportal_fabric;

-- db-scheduler's table, as its documentation gives it.
CREATE TABLE scheduled_tasks (
  task_name            text NOT NULL,
  task_instance        text NOT NULL,
  task_data            bytea,
  execution_time       timestamptz NOT NULL,
  picked               boolean NOT NULL,
  picked_by            text,
  last_success         timestamptz,
  last_failure         timestamptz,
  consecutive_failures integer,
  last_heartbeat       timestamptz,
  version              bigint NOT NULL,
  priority             smallint,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX ON scheduled_tasks (execution_time);
CREATE INDEX ON scheduled_tasks (last_heartbeat);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_tasks TO ibportal_fabric;
