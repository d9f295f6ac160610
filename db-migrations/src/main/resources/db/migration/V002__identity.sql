CREATE TABLE tenant (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name        display_name NOT NULL,
  name_key    name_key NOT NULL UNIQUE,
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 4000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  version     integer NOT NULL DEFAULT 0
);

CREATE TABLE app_user (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  login         text NOT NULL CHECK (login ~ '^[a-z0-9][a-z0-9._@+-]{0,99}$'),
  name          display_name NOT NULL,
  password_hash text NOT NULL,
  must_change   boolean NOT NULL DEFAULT false,
  disabled_at   timestamptz,
  locale        text CHECK (locale IN ('en', 'zh-CN')),
  zone          text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  version       integer NOT NULL DEFAULT 0,
  UNIQUE (login)
);

-- What a person may do where. The operator's grant is for the whole portal, all others are for one tenant
-- (an auditor's may be for the whole portal too).
CREATE TABLE role_grant (
  user_id   uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  role      text NOT NULL CHECK (role IN ('operator', 'tenant-admin', 'planner', 'auditor')),
  tenant_id uuid REFERENCES tenant ON DELETE CASCADE,
  CHECK (CASE role WHEN 'operator' THEN tenant_id IS NULL WHEN 'tenant-admin' THEN tenant_id IS NOT NULL ELSE true END),
  UNIQUE NULLS NOT DISTINCT (user_id, role, tenant_id)
);

CREATE TABLE web_session (
  id_hash      bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
  user_id      uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL
);
CREATE INDEX ON web_session (user_id);

CREATE TABLE api_token (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id      uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name         display_name NOT NULL,
  prefix       text NOT NULL,
  token_hash   bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
CREATE INDEX ON api_token (user_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON tenant, app_user, role_grant, web_session, api_token TO ibportal_fabric;

ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY fabric_all ON tenant TO ibportal_fabric USING (true) WITH CHECK (true);
CREATE POLICY own ON tenant FOR SELECT TO ibportal_app USING (id = current_tenant());
GRANT SELECT ON tenant TO ibportal_app;
