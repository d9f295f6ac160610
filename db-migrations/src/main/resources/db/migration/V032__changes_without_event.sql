-- PKeys, addresses and grants change only together with an audit event. At its commit a transaction that changed them
-- without having written one gets an event that says so: that is a person at the database, or a mistake of ours.

CREATE FUNCTION change_is_told() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  seen jsonb := coalesce(new_row, old_row);
  owner uuid := seen ->> 'tenant_id';
BEGIN
  -- Events of this transaction are younger than its beginning: no other month need be looked at.
  IF EXISTS (SELECT FROM audit_event WHERE at >= transaction_timestamp() AND xid = pg_current_xact_id()) THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_event (actor_name, tenant_id, tenant_name, action, object_kind, object_id, object_name, before, after,
                           outcome, reason, request_id, source_address)
    VALUES ('database:' || session_user, owner, coalesce((SELECT name FROM tenant WHERE id = owner), ''),
            'database.' || lower(TG_OP), replace(TG_TABLE_NAME, '_', '-'),
            coalesce(seen ->> 'id', concat_ws(' ', seen ->> 'fabric_id', seen ->> 'user_id', seen ->> 'node_id')),
            coalesce(seen ->> 'ip', '0x' || to_hex((seen ->> 'pkey')::integer + 32768), seen ->> 'role', seen ->> 'membership', ''),
            old_row, new_row, 'success', 'changed by SQL, without an audit event of the same transaction',
            gen_random_uuid(), coalesce(host(inet_client_addr()), 'local'));
  RETURN NULL;
END $$;

CREATE FUNCTION table_was_emptied() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_event (actor_name, action, object_kind, outcome, reason, request_id, source_address)
    VALUES ('database:' || session_user, 'database.truncate', replace(TG_TABLE_NAME, '_', '-'), 'success',
            'emptied by SQL', gen_random_uuid(), coalesce(host(inet_client_addr()), 'local'));
  RETURN NULL;
END $$;

-- An address whose absence was proven is freed by no person's transaction; the database tells of it itself. Whatever
-- frees it: the row of the ledger that was closed in this transaction is the proof.
CREATE FUNCTION address_freed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM absence a WHERE a.kind = 'address' AND a.address_id = OLD.id AND a.closed_at = now())
     OR EXISTS (SELECT FROM interface i JOIN absence a ON a.membership_id = i.membership_id AND a.kind = 'membership'
                WHERE i.id = OLD.interface_id AND a.closed_at = now()) THEN
    INSERT INTO audit_event (actor_name, tenant_id, tenant_name, action, object_kind, object_id, object_name, outcome,
                             reason, request_id)
      SELECT 'system:release', t.id, t.name, 'address.free', 'address', OLD.id::text, host(OLD.ip), 'success',
             'its absence was proven', gen_random_uuid()
      FROM tenant t WHERE t.id = OLD.tenant_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER address_freed AFTER DELETE ON address FOR EACH ROW WHEN (OLD.interface_id IS NOT NULL)
  EXECUTE FUNCTION address_freed();

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['partition', 'membership', 'address', 'node_grant', 'role_grant'] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER change_is_told AFTER INSERT OR UPDATE OR DELETE ON %I
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_is_told()', t);
    EXECUTE format('CREATE TRIGGER table_was_emptied AFTER TRUNCATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION table_was_emptied()', t);
  END LOOP;
END $$;
CREATE CONSTRAINT TRIGGER change_is_told AFTER UPDATE ON pkey_slot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.fabric_id, OLD.pkey, OLD.state, OLD.partition_id) IS DISTINCT FROM (NEW.fabric_id, NEW.pkey, NEW.state, NEW.partition_id))
  EXECUTE FUNCTION change_is_told();
-- All slots of a fabric come with it.
CREATE CONSTRAINT TRIGGER slot_is_kept AFTER INSERT OR DELETE ON pkey_slot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (pg_trigger_depth() = 0)
  EXECUTE FUNCTION change_is_told();

GRANT CREATE ON SCHEMA public TO ibportal_fabric;
DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['change_is_told()', 'table_was_emptied()', 'address_freed()'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
