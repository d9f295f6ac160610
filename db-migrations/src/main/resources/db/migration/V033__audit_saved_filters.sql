-- Views of the audit log that a person looks at again: the query string of the page.
CREATE TABLE audit_saved_filter (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id    uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name       display_name NOT NULL,
  name_key   name_key NOT NULL,
  query      text NOT NULL CHECK (char_length(query) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, name_key)
);
GRANT SELECT, INSERT, DELETE ON audit_saved_filter TO ibportal_fabric;
