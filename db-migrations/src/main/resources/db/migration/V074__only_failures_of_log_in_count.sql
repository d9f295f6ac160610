-- A try counts when it has failed, and not before: several right passwords at once are no attack. That a burst of wrong
-- ones gets no further is the portal's care, which lets one try after the other look at the password.
DROP FUNCTION count_log_in(bytea, timestamptz, integer, integer, integer);

-- How many seconds the next try has to wait: after p_free failures one second, then twice as long for each more, never
-- longer than p_longest; one failure is forgotten every p_leak seconds.
CREATE FUNCTION log_in_wait(p_key bytea, p_at timestamptz, p_free integer, p_longest integer, p_leak integer)
  RETURNS integer LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(max(greatest(0, ceil(extract(epoch FROM
           last_at + least(p_longest, power(2, least(level - p_free, 30))) * interval '1 second' - p_at))))::integer, 0)
  FROM (SELECT last_at, failures - floor(greatest(0, extract(epoch FROM p_at - last_at)) / p_leak)::integer AS level
        FROM log_in_failure WHERE key_hash = p_key) kept
  WHERE level >= p_free
$$;

CREATE FUNCTION log_in_failed(p_key bytea, p_at timestamptz, p_leak integer) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO log_in_failure AS f (key_hash, failures, last_at) VALUES (p_key, 1, p_at)
  ON CONFLICT (key_hash) DO UPDATE
    SET failures = 1 + greatest(0, f.failures - floor(greatest(0, extract(epoch FROM p_at - f.last_at)) / p_leak)::integer),
        last_at = p_at
$$;

REVOKE ALL ON FUNCTION log_in_wait(bytea, timestamptz, integer, integer, integer),
  log_in_failed(bytea, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_in_wait(bytea, timestamptz, integer, integer, integer),
  log_in_failed(bytea, timestamptz, integer) TO ibportal_fabric;
