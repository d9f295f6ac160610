-- Tries to get from one partition into another; the last one of a partition is evidence that it is closed. Each try is
-- framed by pings that must pass, so that a dead interface does not look like a closed door.
CREATE TABLE isolation_probe (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id    uuid NOT NULL,
  partition_id uuid NOT NULL,
  asked_by     text NOT NULL,
  at           timestamptz NOT NULL DEFAULT now(),
  verdict      text NOT NULL CHECK (verdict IN ('proved', 'broken', 'unknown')),
  detail       text NOT NULL,
  FOREIGN KEY (tenant_id, partition_id) REFERENCES partition (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX ON isolation_probe (partition_id, at);
ALTER TABLE isolation_probe ENABLE ROW LEVEL SECURITY;
ALTER TABLE isolation_probe FORCE ROW LEVEL SECURITY;
CREATE POLICY fabric_all ON isolation_probe TO ibportal_fabric USING (true) WITH CHECK (true);
CREATE POLICY own ON isolation_probe TO ibportal_app USING (tenant_id = current_tenant()) WITH CHECK (tenant_id = current_tenant());
GRANT SELECT ON isolation_probe TO ibportal_app;
GRANT SELECT, INSERT ON isolation_probe TO ibportal_fabric;
