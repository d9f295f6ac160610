-- People, and programs, of a tenant: a fifth role that only reads, invitations, service accounts, narrower tokens, and the
-- acting tenant as part of the session.
GRANT CREATE ON SCHEMA public TO ibportal_fabric;

ALTER TABLE role_grant DROP CONSTRAINT role_grant_role_check, DROP CONSTRAINT role_grant_check;
ALTER TABLE role_grant
  ADD CONSTRAINT role_grant_role_check CHECK (role IN ('operator', 'tenant-admin', 'tenant-member', 'planner', 'auditor')),
  ADD CONSTRAINT role_grant_check CHECK (CASE role
    WHEN 'operator' THEN tenant_id IS NULL
    WHEN 'tenant-admin' THEN tenant_id IS NOT NULL
    WHEN 'tenant-member' THEN tenant_id IS NOT NULL
    ELSE true END);
CREATE INDEX ON role_grant (tenant_id);

-- A service account stands in the same table as people, so that tokens, grants and audit events know one kind of actor.
-- It belongs to one tenant and has no password.
ALTER TABLE app_user ADD COLUMN service_of uuid REFERENCES tenant;

ALTER TABLE web_session ADD COLUMN acting_tenant_id uuid REFERENCES tenant ON DELETE SET NULL;

-- Permissions that the token is narrowed to; NULL: whatever its owner may.
ALTER TABLE api_token ADD COLUMN scopes text[] CHECK (cardinality(scopes) > 0);

CREATE TABLE service_account (
  id         uuid PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  tenant_id  uuid NOT NULL REFERENCES tenant,
  login      text NOT NULL UNIQUE,
  name       display_name NOT NULL,
  name_key   name_key NOT NULL,
  role       text NOT NULL CHECK (role IN ('tenant-admin', 'tenant-member', 'planner', 'auditor')),
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  version    integer NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, id)
);
CREATE UNIQUE INDEX service_account_name ON service_account (tenant_id, name_key) WHERE removed_at IS NULL;

-- A link that makes somebody one of the tenant's people, once.
CREATE TABLE invitation (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id     uuid NOT NULL REFERENCES tenant,
  role          text NOT NULL CHECK (role IN ('tenant-admin', 'tenant-member', 'planner', 'auditor')),
  note          text NOT NULL DEFAULT '' CHECK (char_length(note) <= 200),
  secret_hash   bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  invited_by    text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL,
  accepted_at   timestamptz,
  accepted_by   text,
  revoked_at    timestamptz,
  UNIQUE (tenant_id, id),
  CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['service_account', 'invitation'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY fabric_all ON %I TO ibportal_fabric USING (true) WITH CHECK (true)', t);
    EXECUTE format('CREATE POLICY own ON %I TO ibportal_app USING (tenant_id = current_tenant()) WITH CHECK (tenant_id = current_tenant())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO ibportal_fabric', t);
  END LOOP;
END $$;
GRANT SELECT ON service_account TO ibportal_app;
GRANT INSERT (id, tenant_id, login, name, name_key, role) ON service_account TO ibportal_app;
GRANT UPDATE (name, name_key, role, removed_at, version) ON service_account TO ibportal_app;
-- The secret's hash is written and never read by tenants.
GRANT SELECT (id, tenant_id, role, note, invited_by, created_at, expires_at, accepted_at, accepted_by, revoked_at)
  ON invitation TO ibportal_app;
GRANT INSERT (id, tenant_id, role, note, secret_hash, invited_by, created_at, expires_at) ON invitation TO ibportal_app;
GRANT UPDATE (revoked_at) ON invitation TO ibportal_app;

-- The account behind a service account is made with it and ends with it. Its password hash has the form of one, and
-- nobody knows a password for it.
CREATE FUNCTION service_account_made() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO app_user (id, login, name, password_hash, service_of)
    VALUES (NEW.id, NEW.login, NEW.name,
      '$2a$10$' || left(translate(encode(sha512(gen_random_uuid()::text::bytea), 'base64'), E'+=\n', '..'), 53),
      NEW.tenant_id);
  RETURN NEW;
END $$;
CREATE TRIGGER service_account_made BEFORE INSERT ON service_account FOR EACH ROW EXECUTE FUNCTION service_account_made();

CREATE FUNCTION service_account_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.id, OLD.tenant_id, OLD.login) IS DISTINCT FROM (NEW.id, NEW.tenant_id, NEW.login) THEN
    RAISE EXCEPTION 'a service account keeps its tenant and log-in name for life';
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.removed_at IS NOT NULL THEN
    RAISE EXCEPTION 'a removed service account does not come back';
  END IF;
  DELETE FROM role_grant WHERE user_id = NEW.id;
  IF NEW.removed_at IS NULL THEN
    INSERT INTO role_grant (user_id, role, tenant_id) VALUES (NEW.id, NEW.role, NEW.tenant_id);
  ELSE
    UPDATE api_token SET revoked_at = NEW.removed_at WHERE user_id = NEW.id AND revoked_at IS NULL;
    UPDATE app_user SET disabled_at = NEW.removed_at WHERE id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER service_account_changed AFTER INSERT OR UPDATE ON service_account
  FOR EACH ROW EXECUTE FUNCTION service_account_changed();

-- A service account can never be given anything outside of its tenant.
CREATE FUNCTION service_grant_stays() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE owner uuid;
BEGIN
  SELECT service_of INTO owner FROM app_user WHERE id = NEW.user_id;
  IF owner IS NOT NULL AND NEW.tenant_id IS DISTINCT FROM owner THEN
    RAISE EXCEPTION 'a service account has roles in its own tenant only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER service_grant_stays BEFORE INSERT OR UPDATE ON role_grant FOR EACH ROW EXECUTE FUNCTION service_grant_stays();

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['service_account_made()', 'service_account_changed()', 'service_grant_stays()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
