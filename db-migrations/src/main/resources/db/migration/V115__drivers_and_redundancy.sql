-- Profiles that operators read into the catalogue of drivers; what comes with the product is in the product.
CREATE TABLE driver_profile (
  id          text PRIMARY KEY CHECK (id <> ''),
  -- A catalogue of this one profile.
  body        jsonb NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now()
);

-- Nodes of which never two are worked on at once: both heads of one storage, both subnet managers.
CREATE TABLE redundancy_group (
  name    text NOT NULL CHECK (name <> ''),
  node_id uuid NOT NULL REFERENCES node ON DELETE CASCADE,
  PRIMARY KEY (name, node_id)
);
CREATE INDEX ON redundancy_group (node_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON driver_profile, redundancy_group TO ibportal_fabric;
