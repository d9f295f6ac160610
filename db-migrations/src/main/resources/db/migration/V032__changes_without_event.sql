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

-- An address whose absence was proven is freed by no person's transaction; the database tells of it itself.
CREATE OR REPLACE FUNCTION free_address(p_address uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE a record;
BEGIN
  -- The pool's row before the address's, as all that hands out addresses does: else two could wait for each other.
  PERFORM 1 FROM pool p JOIN address x ON x.pool_id = p.id WHERE x.id = p_address FOR NO KEY UPDATE OF p;
  DELETE FROM address WHERE id = p_address RETURNING id, tenant_id, pool_id, ip, interface_id INTO a;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM give_back_address(a.pool_id, a.ip);
  DELETE FROM node_prefix n WHERE n.interface_id = a.interface_id AND n.pool_id = a.pool_id
    AND NOT EXISTS (SELECT FROM address o WHERE o.interface_id = a.interface_id AND o.pool_id = a.pool_id);
  IF a.interface_id IS NOT NULL THEN
    INSERT INTO audit_event (actor_name, tenant_id, tenant_name, action, object_kind, object_id, object_name, outcome,
                             reason, request_id)
      SELECT 'system:release', t.id, t.name, 'address.free', 'address', a.id::text, host(a.ip), 'success',
             'its absence was proven', gen_random_uuid()
      FROM tenant t WHERE t.id = a.tenant_id;
  END IF;
END $$;

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
  FOREACH f IN ARRAY ARRAY['change_is_told()', 'table_was_emptied()', 'free_address(uuid)'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO ibportal_fabric', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM ibportal_fabric;
