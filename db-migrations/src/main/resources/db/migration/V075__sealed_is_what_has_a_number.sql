-- Whether an event is sealed was read off its transaction's number, which nothing protects. It is sealed when it has a
-- number. Only of an event that one can see already, for its time has to be known to the microsecond.
CREATE FUNCTION audit_number_of(p_event bigint, p_at timestamptz) RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT seq FROM audit_number WHERE event_id = p_event AND event_at = p_at
$$;
REVOKE ALL ON FUNCTION audit_number_of(bigint, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_number_of(bigint, timestamptz) TO ibportal_app, ibportal_fabric;
