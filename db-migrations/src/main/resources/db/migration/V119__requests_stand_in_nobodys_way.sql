-- A request that is over keeps no fabric, pool or partition from being removed, one that is open ends with it, and none is
-- approved of which less is held than was asked for.
GRANT CREATE ON SCHEMA public TO ibportal_fabric;

ALTER TABLE request
  DROP CONSTRAINT request_check1,
  ADD CONSTRAINT request_has_fabric
    CHECK (kind <> 'partition' OR fabric_id IS NOT NULL OR state NOT IN ('draft', 'submitted', 'approved')),
  DROP CONSTRAINT request_fabric_id_fkey,
  ADD CONSTRAINT request_fabric_id_fkey FOREIGN KEY (fabric_id) REFERENCES fabric ON DELETE SET NULL,
  DROP CONSTRAINT request_tenant_id_partition_id_fkey,
  ADD CONSTRAINT request_tenant_id_partition_id_fkey FOREIGN KEY (tenant_id, partition_id)
    REFERENCES partition (tenant_id, id) ON DELETE SET NULL (partition_id);

-- As before; but a fabric that is gone is forgotten.
CREATE OR REPLACE FUNCTION request_is_kept() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.id, OLD.tenant_id, OLD.requested_by, OLD.created_at) IS DISTINCT FROM (NEW.id, NEW.tenant_id, NEW.requested_by, NEW.created_at)
     OR OLD.state = NEW.state AND (OLD.approvals, OLD.deciders, OLD.held_until, OLD.submitted_at)
        IS DISTINCT FROM (NEW.approvals, NEW.deciders, NEW.held_until, NEW.submitted_at)
     OR OLD.state <> 'draft' AND (OLD.kind, OLD.asked, OLD.pkey, OLD.addresses, OLD.wanted_from, OLD.approvals, OLD.deciders,
                                  OLD.held_until)
        IS DISTINCT FROM (NEW.kind, NEW.asked, NEW.pkey, NEW.addresses, NEW.wanted_from, NEW.approvals, NEW.deciders,
                          NEW.held_until)
     OR OLD.state <> 'draft' AND OLD.fabric_id IS DISTINCT FROM NEW.fabric_id
        AND (NEW.fabric_id IS NOT NULL OR EXISTS (SELECT FROM fabric WHERE id = OLD.fabric_id)) THEN
    RAISE EXCEPTION 'what was submitted stays as it is' USING ERRCODE = 'IB013';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION fabric_is_asked_no_more() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE request SET state = 'withdrawn', why = 'the fabric was removed', version = version + 1
    WHERE fabric_id = OLD.id AND state IN ('draft', 'submitted', 'approved', 'failed');
  RETURN OLD;
END $$;
CREATE TRIGGER fabric_is_asked_no_more BEFORE DELETE ON fabric FOR EACH ROW EXECUTE FUNCTION fabric_is_asked_no_more();

CREATE FUNCTION pool_is_asked_no_more() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE request SET state = 'withdrawn', why = 'the pool was removed', version = version + 1
    WHERE pool_id = OLD.id AND state IN ('draft', 'submitted', 'approved', 'failed');
  RETURN OLD;
END $$;
CREATE TRIGGER pool_is_asked_no_more BEFORE DELETE ON pool FOR EACH ROW EXECUTE FUNCTION pool_is_asked_no_more();

-- What is being removed is not on its way to being ready.
CREATE FUNCTION partition_is_provided_no_more() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE request SET state = 'failed', why = 'the partition was removed', version = version + 1
    WHERE partition_id = NEW.id AND state = 'provisioning';
  RETURN NULL;
END $$;
CREATE TRIGGER partition_is_provided_no_more AFTER UPDATE OF removed_at ON partition FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL) EXECUTE FUNCTION partition_is_provided_no_more();

-- By name after request_is_kept and before request_moves. IB016: less is held than was asked for.
CREATE FUNCTION request_is_whole() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE held bigint;
BEGIN
  -- Whoever releases one of them meanwhile holds the pool's row; afterwards it is the tenant's own to release.
  PERFORM 1 FROM pool WHERE id = NEW.pool_id FOR NO KEY UPDATE;
  SELECT count(*) INTO held FROM address WHERE request_id = NEW.id AND removed_at IS NULL;
  IF held < NEW.addresses THEN
    RAISE EXCEPTION 'only % of % are held', held, NEW.addresses USING ERRCODE = 'IB016', DETAIL = held::text;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER request_is_whole BEFORE UPDATE OF state ON request FOR EACH ROW
  WHEN (OLD.state = 'submitted' AND NEW.state = 'approved' AND NEW.kind = 'addresses') EXECUTE FUNCTION request_is_whole();

-- Nobody is denied anything by nobody. IB014.
CREATE FUNCTION request_is_denied() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM request_vote WHERE request_id = NEW.id AND verdict = 'deny') THEN
    RAISE EXCEPTION 'denied by nobody' USING ERRCODE = 'IB014';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER request_is_denied BEFORE UPDATE OF state ON request FOR EACH ROW
  WHEN (OLD.state = 'submitted' AND NEW.state = 'denied') EXECUTE FUNCTION request_is_denied();

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['request_is_kept()', 'fabric_is_asked_no_more()', 'pool_is_asked_no_more()',
                           'partition_is_provided_no_more()', 'request_is_whole()', 'request_is_denied()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
