GRANT CREATE ON SCHEMA public TO ibportal_fabric;

-- Two people are two: a program is whoever has made its token, and so neither asks nor approves.
CREATE FUNCTION removal_is_peoples() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.state IN ('waiting', 'approved')
     AND EXISTS (SELECT FROM app_user WHERE id IN (NEW.requested_by, NEW.decided_by) AND service_of IS NOT NULL) THEN
    RAISE EXCEPTION 'a program neither asks for a removal nor approves one' USING ERRCODE = 'IB010';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER removal_is_peoples BEFORE INSERT OR UPDATE ON removal_request FOR EACH ROW EXECUTE FUNCTION removal_is_peoples();

ALTER FUNCTION removal_is_peoples() OWNER TO ibportal_fabric;
REVOKE ALL ON FUNCTION removal_is_peoples() FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
