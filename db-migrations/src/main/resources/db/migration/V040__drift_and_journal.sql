-- What becomes of an interface that somebody changed behind the portal's back: the node's own policy, else its tenant's.
ALTER TABLE tenant ADD COLUMN drift_policy text NOT NULL DEFAULT 'repair' CHECK (drift_policy IN ('repair', 'report_only'));
ALTER TABLE node ADD COLUMN drift_policy text CHECK (drift_policy IN ('repair', 'report_only'));

CREATE FUNCTION drift_policy_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'node' THEN
    PERFORM wake_node(NEW.id);
  ELSE
    PERFORM wake_node(i.node_id) FROM (SELECT DISTINCT node_id FROM interface WHERE tenant_id = NEW.id) i;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION drift_policy_changed() FROM PUBLIC;
CREATE TRIGGER node_drift_policy AFTER UPDATE OF drift_policy ON node
  FOR EACH ROW WHEN (OLD.drift_policy IS DISTINCT FROM NEW.drift_policy) EXECUTE FUNCTION drift_policy_changed();
CREATE TRIGGER tenant_drift_policy AFTER UPDATE OF drift_policy ON tenant
  FOR EACH ROW WHEN (OLD.drift_policy IS DISTINCT FROM NEW.drift_policy) EXECUTE FUNCTION drift_policy_changed();

-- What daemons did as root, as their own journals have it; of each node only the newest entries are kept.
CREATE TABLE node_journal (
  node_id     uuid NOT NULL REFERENCES node ON DELETE CASCADE,
  number      bigint NOT NULL,
  at          timestamptz NOT NULL,
  kind        text NOT NULL,
  plan_digest text NOT NULL DEFAULT '',
  words       text[] NOT NULL DEFAULT '{}',
  exit_code   integer,
  took_micros bigint,
  detail      text NOT NULL DEFAULT '',
  PRIMARY KEY (node_id, number)
);
GRANT SELECT, INSERT, DELETE ON node_journal TO ibportal_fabric;
