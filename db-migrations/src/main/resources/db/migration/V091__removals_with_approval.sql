-- Where a fabric's operator wants it so, members and partitions are removed only after a second person has looked.
ALTER TABLE fabric ADD COLUMN removal_approval boolean NOT NULL DEFAULT false;

CREATE TABLE removal_request (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id      uuid NOT NULL,
  partition_id   uuid NOT NULL,
  -- NULL: the whole partition.
  membership_id  uuid,
  -- What is to go, in words: it outlives the thing.
  what           text NOT NULL,
  state          text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'denied', 'withdrawn')),
  requested_by   uuid NOT NULL,
  requested_name text NOT NULL,
  requested_at   timestamptz NOT NULL DEFAULT now(),
  expires_at     timestamptz NOT NULL,
  decided_by     uuid,
  decided_name   text,
  decided_at     timestamptz,
  FOREIGN KEY (tenant_id, partition_id) REFERENCES partition (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, membership_id) REFERENCES membership (tenant_id, id) ON DELETE CASCADE,
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  -- Nobody approves what they asked for.
  CHECK (state <> 'approved' OR decided_by <> requested_by)
);
CREATE INDEX ON removal_request (partition_id);
CREATE INDEX ON removal_request (membership_id);
CREATE INDEX ON removal_request (tenant_id, requested_at);
CREATE UNIQUE INDEX removal_request_waiting ON removal_request (partition_id, coalesce(membership_id, partition_id))
  WHERE state = 'waiting';

ALTER TABLE removal_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE removal_request FORCE ROW LEVEL SECURITY;
CREATE POLICY fabric_all ON removal_request TO ibportal_fabric USING (true) WITH CHECK (true);
CREATE POLICY own ON removal_request TO ibportal_app USING (tenant_id = current_tenant()) WITH CHECK (tenant_id = current_tenant());
GRANT SELECT, INSERT, UPDATE ON removal_request TO ibportal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON removal_request TO ibportal_fabric;

CREATE TRIGGER tenant_is_open BEFORE INSERT OR UPDATE ON removal_request
  FOR EACH STATEMENT EXECUTE FUNCTION tenant_is_open();

-- The rule is the database's, whoever asks on a tenant's connection. What ends with a tenant or a dead node is decided
-- elsewhere, by an operator, on the other one. The approval is of the same transaction, so that none is used twice.
CREATE FUNCTION removal_is_approved() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE p uuid := CASE TG_TABLE_NAME WHEN 'partition' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'partition_id')::uuid END;
DECLARE m uuid := CASE TG_TABLE_NAME WHEN 'partition' THEN NULL ELSE NEW.id END;
BEGIN
  IF current_user = 'ibportal_app' AND (SELECT removal_approval FROM fabric WHERE id = NEW.fabric_id)
     AND NOT EXISTS (SELECT FROM removal_request r WHERE r.partition_id = p AND r.membership_id IS NOT DISTINCT FROM m
                     AND r.state = 'approved' AND r.decided_at = transaction_timestamp()) THEN
    RAISE EXCEPTION 'a removal on this fabric needs an approval' USING ERRCODE = 'IB008';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER removal_is_approved BEFORE UPDATE OF removed_at ON membership FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION removal_is_approved();
CREATE TRIGGER removal_is_approved BEFORE UPDATE OF removed_at ON partition FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION removal_is_approved();
