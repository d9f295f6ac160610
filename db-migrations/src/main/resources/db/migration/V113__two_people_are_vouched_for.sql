-- An invitation of a tenant's own lets anybody in who holds its link, its maker too. So an account that began with one may be
-- somebody who is here already, until an operator vouches for it: the others are an operator's or an OpenID provider's.
ALTER TABLE app_user ADD COLUMN vouched boolean NOT NULL DEFAULT true;

ALTER TABLE app_user DISABLE TRIGGER USER;
SET LOCAL ROLE ibportal_fabric;
UPDATE app_user u SET vouched = false
FROM invitation i
WHERE i.accepted_by = u.login AND i.accepted_at BETWEEN u.created_at - interval '1 minute' AND u.created_at + interval '1 minute'
  AND NOT EXISTS (SELECT FROM app_user o JOIN role_grant g ON g.user_id = o.id
                  WHERE o.login = i.invited_by AND g.role = 'operator');
RESET ROLE;
ALTER TABLE app_user ENABLE TRIGGER USER;

CREATE OR REPLACE FUNCTION removal_is_peoples() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.state IN ('waiting', 'approved')
     AND EXISTS (SELECT FROM app_user WHERE id IN (NEW.requested_by, NEW.decided_by) AND service_of IS NOT NULL) THEN
    RAISE EXCEPTION 'a program neither asks for a removal nor approves one' USING ERRCODE = 'IB010';
  END IF;
  IF NEW.state = 'approved'
     AND EXISTS (SELECT FROM app_user WHERE id IN (NEW.requested_by, NEW.decided_by) AND NOT vouched) THEN
    RAISE EXCEPTION 'nobody vouches that these are two people' USING ERRCODE = 'IB012';
  END IF;
  RETURN NEW;
END $$;
