-- Tamper evidence. After the commit the sealer gives each event its number, without gaps, and closes blocks of numbers
-- with a signed hash; how they are made is the job of the portal's module audit-verify. The key is not in here.
CREATE TABLE audit_key (
  key_id      text PRIMARY KEY CHECK (key_id ~ '^[0-9a-f]{32}$'),
  public_key  bytea NOT NULL,
  made_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- A new key is vouched for by the one before it.
  endorsed_by text,
  endorsement bytea,
  CHECK ((endorsed_by IS NULL) = (endorsement IS NULL))
);

CREATE TABLE audit_number (
  seq      bigint PRIMARY KEY CHECK (seq > 0),
  event_id bigint NOT NULL UNIQUE,
  event_at timestamptz NOT NULL,
  digest   bytea NOT NULL CHECK (octet_length(digest) = 32),
  link     bytea NOT NULL CHECK (octet_length(link) = 32)
);

CREATE TABLE audit_seal (
  block     bigint PRIMARY KEY CHECK (block > 0),
  first_seq bigint NOT NULL UNIQUE,
  last_seq  bigint NOT NULL,
  previous  bytea NOT NULL CHECK (octet_length(previous) = 32),
  root      bytea NOT NULL CHECK (octet_length(root) = 32),
  sealed_at timestamptz NOT NULL,
  key_id    text NOT NULL,
  hash      bytea NOT NULL CHECK (octet_length(hash) = 32),
  signature bytea NOT NULL,
  -- Every transaction below it had ended when this block was made: all its events have a number.
  horizon   xid8 NOT NULL,
  CHECK (last_seq >= first_seq)
);

-- What was found when somebody had the log verified.
CREATE TABLE audit_verification (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  asked_by    text NOT NULL,
  started_at  timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  result      jsonb
);
CREATE INDEX ON audit_verification (started_at);

GRANT SELECT, INSERT ON audit_key, audit_number, audit_seal TO ibportal_sealer;
GRANT SELECT ON audit_seal, audit_key TO ibportal_fabric;
GRANT SELECT, INSERT, UPDATE ON audit_verification TO ibportal_fabric;

-- Drops a month whose events all have numbers; the caller has told of it in the same transaction. Numbers and digests stay.
CREATE FUNCTION audit_drop_month(p_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  first date := date_trunc('month', p_day)::date;
  part text := 'audit_event_' || to_char(p_day, 'YYYY_MM');
  without bigint;
BEGIN
  IF first + interval '1 month' > now() THEN
    RAISE EXCEPTION 'month % is not over', part;
  END IF;
  IF NOT EXISTS (SELECT FROM audit_event WHERE xid = pg_current_xact_id() AND action = 'audit.drop-month'
                   AND object_id = to_char(p_day, 'YYYY-MM')) THEN
    RAISE EXCEPTION 'no event of this transaction tells of the drop';
  END IF;
  EXECUTE format('SELECT count(*) FROM %I e WHERE NOT EXISTS (SELECT FROM audit_number n WHERE n.event_id = e.id)', part) INTO without;
  IF without > 0 THEN
    RAISE EXCEPTION '% events of % have no number yet', without, part;
  END IF;
  EXECUTE format('DROP TABLE %I', part);
END $$;
REVOKE ALL ON FUNCTION audit_drop_month(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_drop_month(date) TO ibportal_sealer;
CREATE POLICY owner_reads_drops ON audit_event FOR SELECT TO CURRENT_USER USING (action = 'audit.drop-month');
-- Whether an event is sealed is told to everybody who may see the event.
GRANT SELECT (block, horizon) ON audit_seal TO ibportal_app;
