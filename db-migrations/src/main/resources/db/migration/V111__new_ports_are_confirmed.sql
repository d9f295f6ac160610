-- A daemon can name any GUID. What it names at first is its node's; a port that it names later is nobody's to use before an
-- operator has said that it is the node's, for it could be on somebody else's machine.
ALTER TABLE port ADD COLUMN confirmed boolean NOT NULL DEFAULT true;

CREATE FUNCTION member_needs_confirmed_port() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM port WHERE id = NEW.port_id AND NOT confirmed) THEN
    RAISE EXCEPTION 'the port is not confirmed' USING ERRCODE = 'IB011';
  END IF;
  RETURN NEW;
END $$;
GRANT CREATE ON SCHEMA public TO ibportal_fabric;
ALTER FUNCTION member_needs_confirmed_port() OWNER TO ibportal_fabric;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
REVOKE ALL ON FUNCTION member_needs_confirmed_port() FROM PUBLIC;
CREATE TRIGGER member_needs_confirmed_port BEFORE INSERT ON membership FOR EACH ROW EXECUTE FUNCTION member_needs_confirmed_port();
