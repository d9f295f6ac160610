-- As before, but an address that no interface has asks nothing of nodes: the three statements found nothing for it.
CREATE OR REPLACE FUNCTION address_made() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM touched WHERE interface_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO node_prefix (interface_id, pool_id, tenant_id, node_id, partition_id, prefix)
    SELECT DISTINCT t.interface_id, t.pool_id, t.tenant_id, t.node_id, t.partition_id, p.prefix
    FROM touched t JOIN pool p ON p.id = t.pool_id
    WHERE t.interface_id IS NOT NULL AND t.removed_at IS NULL
    ON CONFLICT ON CONSTRAINT node_prefix_pkey DO NOTHING;
  INSERT INTO node_change (node_id) SELECT DISTINCT node_id FROM touched WHERE interface_id IS NOT NULL;
  PERFORM pg_notify('ibportal', 'nodes') FROM touched WHERE interface_id IS NOT NULL LIMIT 1;
  RETURN NULL;
END $$;
