-- Sessions that a person can list and end, one by one; the id is for that, the cookie's hash stays the key.
ALTER TABLE web_session
  ADD COLUMN id          uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN address     text NOT NULL DEFAULT '',
  ADD COLUMN agent       text NOT NULL DEFAULT '' CHECK (char_length(agent) <= 400),
  -- Who vouched for the person: NULL is the local password, else the OpenID provider.
  ADD COLUMN provider    text,
  -- Address of the log-out at the provider, with its ID token; encrypted with a key made of the cookie, kept nowhere.
  ADD COLUMN logout_hint bytea;
CREATE INDEX ON web_session (expires_at);

-- Roles that a provider gave for this one session. They end with it and never become the person's own.
CREATE TABLE session_grant (
  session_id uuid NOT NULL REFERENCES web_session (id) ON DELETE CASCADE,
  role       text NOT NULL,
  tenant_id  uuid REFERENCES tenant ON DELETE CASCADE,
  UNIQUE NULLS NOT DISTINCT (session_id, role, tenant_id)
);
CREATE INDEX ON session_grant (tenant_id);

-- People and programs that an OpenID provider vouches for: known by issuer and subject, never by a name they brought.
ALTER TABLE app_user
  ALTER COLUMN password_hash DROP NOT NULL,
  ADD COLUMN issuer  text,
  ADD COLUMN subject text,
  ADD CHECK ((issuer IS NULL) = (subject IS NULL)),
  ADD UNIQUE (issuer, subject);

-- Wrong log-ins per account at an address, per address, per known browser. Only hashes: what was typed may be a password.
CREATE TABLE log_in_failure (
  key_hash bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
  failures integer NOT NULL CHECK (failures > 0),
  last_at  timestamptz NOT NULL
);
CREATE INDEX ON log_in_failure (last_at);

-- Browsers in which somebody has logged in before. Their tries are counted apart, so that others' wrong ones never
-- keep a person out.
CREATE TABLE known_browser (
  id_hash      bytea NOT NULL CHECK (octet_length(id_hash) = 32),
  user_id      uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (id_hash, user_id)
);
CREATE INDEX ON known_browser (user_id);
CREATE INDEX ON known_browser (last_used_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON session_grant, log_in_failure, known_browser TO ibportal_fabric;

-- Counts one try before it is made, so that a burst cannot slip through, and answers 0; or leaves the count alone and
-- answers how many seconds are to be waited. After p_free wrong ones the wait is one second, then twice as long each
-- time, never longer than p_longest seconds; one failure is forgotten every p_leak seconds.
CREATE FUNCTION count_log_in(p_key bytea, p_at timestamptz, p_free integer, p_longest integer, p_leak integer)
  RETURNS integer LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  kept record;
  level integer;
  ready timestamptz;
BEGIN
  INSERT INTO log_in_failure (key_hash, failures, last_at) VALUES (p_key, 1, p_at) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    RETURN 0;
  END IF;
  SELECT failures, last_at INTO kept FROM log_in_failure WHERE key_hash = p_key FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 0; -- a right password has just cleared it
  END IF;
  level := greatest(0, kept.failures - floor(greatest(0, extract(epoch FROM p_at - kept.last_at)) / p_leak)::integer);
  IF level >= p_free THEN
    ready := kept.last_at + least(p_longest, power(2, least(level - p_free, 30))) * interval '1 second';
    IF p_at < ready THEN
      RETURN ceil(extract(epoch FROM ready - p_at))::integer;
    END IF;
  END IF;
  UPDATE log_in_failure SET failures = level + 1, last_at = p_at WHERE key_hash = p_key;
  RETURN 0;
END $$;
REVOKE ALL ON FUNCTION count_log_in(bytea, timestamptz, integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_log_in(bytea, timestamptz, integer, integer, integer) TO ibportal_fabric;
