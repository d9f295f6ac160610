-- Who may do what is decided by more than role_grant: a session with roles of its own, a token, a password, an invitation.
-- Whoever writes one of them by SQL becomes somebody else, so these are watched like grants. Only what gives power: that
-- something ends or was used is not told twice.
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
  owner := coalesce(seen ->> 'tenant_id', seen ->> 'service_of');
  INSERT INTO audit_event (actor_name, tenant_id, tenant_name, action, object_kind, object_id, object_name, before, after,
                           outcome, reason, request_id, source_address)
    VALUES ('database:' || session_user, owner, coalesce((SELECT name FROM tenant WHERE id = owner), ''),
            'database.' || lower(TG_OP), replace(TG_TABLE_NAME, '_', '-'),
            coalesce(seen ->> 'id', concat_ws(' ', seen ->> 'fabric_id', seen ->> 'user_id', seen ->> 'node_id',
                                              seen ->> 'session_id')),
            coalesce(seen ->> 'ip', '0x' || to_hex((seen ->> 'pkey')::integer + 32768), seen ->> 'role',
                     seen ->> 'membership', seen ->> 'login', seen ->> 'prefix', seen ->> 'kind', ''),
            old_row, new_row, 'success', 'changed by SQL, without an audit event of the same transaction',
            gen_random_uuid(), coalesce(host(inet_client_addr()), 'local'));
  RETURN NULL;
END $$;

DO $$
DECLARE
  watched CONSTANT text[][] := ARRAY[
    ['session_grant', 'INSERT OR UPDATE'],
    ['web_session', 'INSERT OR UPDATE OF id, id_hash, user_id'],
    ['api_token', 'INSERT OR UPDATE OF user_id, token_hash, scopes'],
    ['app_user', 'INSERT OR UPDATE OF login, password_hash, disabled_at, issuer, subject, service_of'],
    ['invitation', 'INSERT OR UPDATE OF tenant_id, role, secret_hash'],
    ['tenant_quota', 'INSERT OR UPDATE OR DELETE']];
  pair text[];
BEGIN
  FOREACH pair SLICE 1 IN ARRAY watched LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER change_is_told AFTER %s ON %I
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_is_told()', pair[2], pair[1]);
  END LOOP;
END $$;

-- When each key signed, for the page that shows the keys.
CREATE INDEX audit_seal_by_key ON audit_seal (key_id, block);
