-- What ends a right gives it back when it is taken away: a revocation, a suspension, a certificate on the deny list. So rows
-- that say who may do what are watched as a whole, but for the columns named here, which give nobody anything. A column
-- that is added later is watched from its first day.
CREATE OR REPLACE FUNCTION change_is_told() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- The log is read by many; not even hashes belong there.
  secrets CONSTANT text[] := ARRAY['password_hash', 'token_hash', 'secret_hash', 'id_hash', 'logout_hint'];
  old_row jsonb;
  new_row jsonb;
  seen jsonb;
  owner uuid;
BEGIN
  -- Events of this transaction are younger than its beginning: no other month need be looked at.
  -- What was told here is no reason not to tell of the next row.
  IF EXISTS (SELECT FROM audit_event WHERE at >= transaction_timestamp() AND xid = pg_current_xact_id()
               AND actor_name NOT LIKE 'database:%') THEN
    RETURN NULL;
  END IF;
  old_row := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - secrets END;
  new_row := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - secrets END;
  seen := coalesce(new_row, old_row);
  owner := CASE TG_TABLE_NAME WHEN 'tenant' THEN seen ->> 'id' ELSE coalesce(seen ->> 'tenant_id', seen ->> 'service_of') END;
  INSERT INTO audit_event (actor_name, tenant_id, tenant_name, action, object_kind, object_id, object_name, before, after,
                           outcome, reason, request_id, source_address)
    VALUES ('database:' || session_user, owner, coalesce((SELECT name FROM tenant WHERE id = owner), ''),
            'database.' || lower(TG_OP), replace(TG_TABLE_NAME, '_', '-'),
            coalesce(seen ->> 'id', concat_ws(' ', seen ->> 'fabric_id', seen ->> 'user_id', seen ->> 'node_id',
                                              seen ->> 'session_id')),
            coalesce(seen ->> 'ip', '0x' || to_hex((seen ->> 'pkey')::integer + 32768), seen ->> 'role',
                     seen ->> 'membership', seen ->> 'login', seen ->> 'prefix', seen ->> 'kind', seen ->> 'name',
                     seen ->> 'guid', seen ->> 'serial', seen ->> 'what', ''),
            old_row, new_row, 'success', 'changed by SQL, without an audit event of the same transaction',
            gen_random_uuid(), coalesce(host(inet_client_addr()), 'local'));
  RETURN NULL;
END $$;

DO $$
DECLARE
  -- Table, whether its rows are missed too, and what says only that something was used or seen, or how somebody likes it. Rows of
  -- credentials go when they have ended long ago, and nobody has a right by a row that is gone.
  watched CONSTANT text[][] := ARRAY[
    ['app_user', '', 'locale zone'],
    ['service_account', '', ''],
    ['api_token', '', 'last_used_at'],
    ['web_session', '', 'last_seen_at acting_tenant_id'],
    ['invitation', '', ''],
    ['enrolment_token', '', ''],
    ['node_certificate', '', ''],
    ['removal_request', '', ''],
    ['tenant', 'OR DELETE', ''],
    ['fabric', 'OR DELETE', ''],
    ['fabric_sm_host', 'OR DELETE', 'state mastery reason seen_at applied_generation differs_since last_window'],
    ['node', 'OR DELETE', ''],
    ['port', 'OR DELETE', '']];
  each text[];
BEGIN
  FOREACH each SLICE 1 IN ARRAY watched LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS change_is_told ON %I', each[1]);
    EXECUTE format('CREATE CONSTRAINT TRIGGER row_is_told AFTER INSERT %s ON %I
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_is_told()', each[2], each[1]);
    EXECUTE format('CREATE CONSTRAINT TRIGGER change_is_told AFTER UPDATE ON %I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
                    WHEN (to_jsonb(OLD) - %2$L::text[] IS DISTINCT FROM to_jsonb(NEW) - %2$L::text[])
                    EXECUTE FUNCTION change_is_told()', each[1], string_to_array(each[3], ' '));
  END LOOP;
  FOREACH each SLICE 1 IN ARRAY watched || ARRAY[['session_grant', '', ''], ['tenant_quota', '', ''], ['pkey_slot', '', '']] LOOP
    EXECUTE format('CREATE TRIGGER table_was_emptied AFTER TRUNCATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION table_was_emptied()', each[1]);
  END LOOP;
END $$;
