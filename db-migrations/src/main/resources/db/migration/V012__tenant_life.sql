-- A tenant can be suspended (everything stays as it is, nothing new) and removed (its things leave by the absence ledger;
-- it is gone when the last of its keys is free; its history stays, and so does this row).
GRANT CREATE ON SCHEMA public TO ibportal_fabric;

ALTER TABLE tenant
  ADD COLUMN suspended_at     timestamptz,
  ADD COLUMN suspended_reason text NOT NULL DEFAULT '' CHECK (char_length(suspended_reason) <= 1000),
  ADD COLUMN removed_at       timestamptz,
  ADD COLUMN gone_at          timestamptz,
  ADD CHECK (gone_at IS NULL OR removed_at IS NOT NULL);
ALTER TABLE tenant DROP CONSTRAINT tenant_name_key_key;
CREATE UNIQUE INDEX tenant_name_key_key ON tenant (name_key) WHERE gone_at IS NULL;

-- IB006: suspended. IB007: being removed, or gone.
CREATE FUNCTION require_open(p_tenant uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE t record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(tenant_lock(p_tenant));
  SELECT suspended_at, removed_at INTO t FROM tenant WHERE id = p_tenant;
  IF t.removed_at IS NOT NULL THEN
    RAISE EXCEPTION 'tenant is being removed' USING ERRCODE = 'IB007';
  END IF;
  IF t.suspended_at IS NOT NULL THEN
    RAISE EXCEPTION 'tenant is suspended' USING ERRCODE = 'IB006';
  END IF;
END $$;

-- What tenants write they write under their own setting; without one it is fabric-wide work, which goes on.
CREATE FUNCTION tenant_is_open() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_tenant() IS NOT NULL THEN
    PERFORM require_open(current_tenant());
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION grant_needs_open_tenant() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_open(NEW.tenant_id);
  RETURN NEW;
END $$;
CREATE TRIGGER grant_needs_open_tenant BEFORE INSERT ON node_grant FOR EACH ROW EXECUTE FUNCTION grant_needs_open_tenant();
CREATE TRIGGER grant_needs_open_tenant BEFORE INSERT ON role_grant FOR EACH ROW
  WHEN (NEW.tenant_id IS NOT NULL) EXECUTE FUNCTION grant_needs_open_tenant();

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['partition', 'membership', 'pool', 'pool_range', 'pool_exclusion', 'address', 'service_account',
                           'invitation'] LOOP
    EXECUTE format('CREATE TRIGGER tenant_is_open BEFORE INSERT OR UPDATE OR DELETE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION tenant_is_open()', t);
  END LOOP;
END $$;

-- Nothing of the tenant can hold anybody up any more: its grants of nodes go, and what is left of its memberships.
CREATE FUNCTION finish_tenant(p_tenant uuid) RETURNS boolean
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(tenant_lock(p_tenant));
  PERFORM FROM tenant WHERE id = p_tenant AND removed_at IS NOT NULL AND gone_at IS NULL;
  IF NOT FOUND OR EXISTS (SELECT FROM partition_status WHERE tenant_id = p_tenant AND state <> 'released')
     OR EXISTS (SELECT FROM absence WHERE tenant_id = p_tenant AND closed_at IS NULL)
     OR EXISTS (SELECT FROM address WHERE tenant_id = p_tenant) THEN
    RETURN false;
  END IF;
  DELETE FROM membership WHERE tenant_id = p_tenant;
  DELETE FROM node_grant WHERE tenant_id = p_tenant;
  UPDATE tenant SET gone_at = now(), version = version + 1 WHERE id = p_tenant;
  RETURN true;
END $$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['require_open(uuid)', 'tenant_is_open()', 'grant_needs_open_tenant()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION finish_tenant(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION finish_tenant(uuid) TO ibportal_fabric;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
