-- Nearly every change has its event, so that is asked first and nothing is made ready for the case that it has none:
-- this runs at the commit of each write.
CREATE OR REPLACE FUNCTION change_is_told() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  old_row jsonb;
  new_row jsonb;
  seen jsonb;
  owner uuid;
BEGIN
  -- Events of this transaction are younger than its beginning: no other month need be looked at.
  IF EXISTS (SELECT FROM audit_event WHERE at >= transaction_timestamp() AND xid = pg_current_xact_id()) THEN
    RETURN NULL;
  END IF;
  old_row := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  new_row := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  seen := coalesce(new_row, old_row);
  owner := seen ->> 'tenant_id';
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
