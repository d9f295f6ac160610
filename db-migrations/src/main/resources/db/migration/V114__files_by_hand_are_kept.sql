-- Whether the portal's configuration may take keys away that a file gives which somebody wrote by hand. Until an operator says
-- so, the subnet manager's daemon refuses such a configuration and the file stays.
ALTER TABLE fabric ADD COLUMN replaces_found boolean NOT NULL DEFAULT false;
