-- What interfaces need of their hosts is the tenant's too: a suspended tenant changes nothing of it.
CREATE TRIGGER tenant_is_open BEFORE INSERT OR UPDATE OR DELETE ON partition_host
  FOR EACH STATEMENT EXECUTE FUNCTION tenant_is_open();
CREATE TRIGGER tenant_is_open BEFORE INSERT OR UPDATE OR DELETE ON partition_route
  FOR EACH STATEMENT EXECUTE FUNCTION tenant_is_open();
