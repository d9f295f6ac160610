-- Whether the keys are set that keep others from managing a fabric, as its subnet manager's options file says. Their values
-- never leave that host.
CREATE TABLE fabric_sm_key (
  fabric_id uuid NOT NULL REFERENCES fabric ON DELETE CASCADE,
  name      text NOT NULL CHECK (name IN ('m_key', 'sm_key', 'sa_key')),
  state     text NOT NULL CHECK (state IN ('set', 'default', 'unknown')),
  seen_at   timestamptz NOT NULL,
  PRIMARY KEY (fabric_id, name)
);
GRANT SELECT, INSERT, UPDATE ON fabric_sm_key TO ibportal_fabric;
