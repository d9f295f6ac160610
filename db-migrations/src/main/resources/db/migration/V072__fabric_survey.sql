-- What discovery saw of a whole fabric. Each part keeps the last look that found it whole, with its own age.
CREATE TABLE fabric_survey (
  fabric_id   uuid PRIMARY KEY REFERENCES fabric ON DELETE CASCADE,
  looked_at   timestamptz NOT NULL,
  topology    bytea,
  topology_at timestamptz,
  managers    bytea,
  managers_at timestamptz,
  unreadable  text[] NOT NULL DEFAULT '{}',
  CHECK ((topology IS NULL) = (topology_at IS NULL)),
  CHECK ((managers IS NULL) = (managers_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE, DELETE ON fabric_survey TO ibportal_fabric;
