-- Either kind of subnet manager, as far as its daemon says that it can do it.
CREATE OR REPLACE FUNCTION index0_obstacle(p_fabric uuid) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE c text[]; k text;
BEGIN
  SELECT s.capabilities, f.sm_kind INTO c, k FROM fabric f JOIN node_status s ON s.node_id = f.sm_node_id
    WHERE f.id = p_fabric;
  RETURN CASE
    WHEN c IS NULL THEN 'it has no OpenSM with a daemon that could say how it is set up'
    WHEN NOT 'sm.index0' = ANY (c) AND k = 'ufm' THEN 'no daemon that is configured for its UFM has been here yet'
    WHEN NOT 'sm.index0' = ANY (c) THEN 'its OpenSM either keeps the places of PKeys (keep_pkey_indexes is TRUE, the '
      'default) and would lose one of them when index 0 moves, or answers no path record without that (3.3.23 does not); '
      'an operator has to run one that does both right with keep_pkey_indexes FALSE, and restart its daemon' END;
END $$;
