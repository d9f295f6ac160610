-- Roles. The owner runs the migrations and nothing else. The others own no table, bypass no policy, and log in with
-- credentials that the deployment sets (ALTER ROLE ... PASSWORD); the migration never knows one.
--   ibportal_app     one tenant at a time, fenced in by row-level security
--   ibportal_fabric  fabric-wide work: operators' screens, reconcilers, node sessions, log-in
--   ibportal_sealer  numbers and seals audit events
DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['ibportal_app', 'ibportal_fabric', 'ibportal_sealer'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS', r);
    END IF;
  END LOOP;
  -- Reviewed SECURITY DEFINER functions belong to ibportal_fabric; to hand them over the owner must be a member.
  EXECUTE format('GRANT ibportal_fabric TO %I', current_user);
END $$;

CREATE EXTENSION IF NOT EXISTS btree_gist;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO ibportal_app, ibportal_fabric, ibportal_sealer;
-- Needed while ownership of functions is handed over.
GRANT CREATE ON SCHEMA public TO ibportal_fabric;

-- Tenant of this transaction; NULL (and so no row) when none is set. A reset setting reads as ''.
CREATE FUNCTION current_tenant() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.tenant', true), '')::uuid;

-- Ranges of host addresses, both ends included.
CREATE TYPE inetrange AS RANGE (subtype = inet);

-- Names: unique by key (NFC and case-folded, made by the portal), shown as typed, no control characters.
CREATE DOMAIN display_name AS text
  CHECK (char_length(VALUE) BETWEEN 1 AND 200 AND VALUE IS NFC NORMALIZED AND VALUE !~ '[\x01-\x1f\x7f-\x9f]');
CREATE DOMAIN name_key AS text CHECK (VALUE <> '');
-- A port GUID in its one text form; zero and all-ones name no port.
CREATE DOMAIN port_guid AS text
  CHECK (VALUE ~ '^0x[0-9a-f]{16}$' AND VALUE NOT IN ('0x0000000000000000', '0xffffffffffffffff'));
-- The low 15 bits of a PKey; 0 is invalid and 0x7fff is the default partition.
CREATE DOMAIN pkey_base AS integer CHECK (VALUE BETWEEN 1 AND 32766);
CREATE DOMAIN host_inet AS inet
  CHECK (masklen(VALUE) = CASE family(VALUE) WHEN 4 THEN 32 ELSE 128 END);
