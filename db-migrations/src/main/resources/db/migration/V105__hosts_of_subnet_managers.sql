-- Every host that may rule a fabric: the one that is named first, and those that stand by. Each has the whole
-- configuration, and nothing that was removed is free before all of them have given it up.
CREATE TABLE fabric_sm_host (
  node_id            uuid PRIMARY KEY REFERENCES node,
  fabric_id          uuid NOT NULL REFERENCES fabric ON DELETE CASCADE,
  standby            boolean NOT NULL,
  state              text NOT NULL DEFAULT 'unknown' CHECK (state IN ('running', 'not_running', 'unknown')),
  mastery            text NOT NULL DEFAULT 'unknown' CHECK (mastery IN ('master', 'standby', 'unknown')),
  reason             text NOT NULL DEFAULT 'its daemon has not reported yet',
  seen_at            timestamptz,
  applied_generation bigint,
  -- Since when it has not the newest configuration, as told and as its file shows; NULL: it has it.
  differs_since      timestamptz DEFAULT now(),
  -- How long that took last time.
  last_window        interval
) WITH (fillfactor = 50);
CREATE INDEX ON fabric_sm_host (fabric_id);
CREATE UNIQUE INDEX fabric_sm_host_first ON fabric_sm_host (fabric_id) WHERE NOT standby;
GRANT SELECT, INSERT, UPDATE, DELETE ON fabric_sm_host TO ibportal_fabric;

-- The first host is the fabric's own column, as ever; one node is nowhere twice.
CREATE FUNCTION fabric_sm_host_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.sm_node_id IS NOT DISTINCT FROM NEW.sm_node_id THEN
    RETURN NULL;
  END IF;
  DELETE FROM fabric_sm_host WHERE fabric_id = NEW.id AND (NOT standby OR node_id = NEW.sm_node_id);
  IF NEW.sm_node_id IS NOT NULL THEN
    INSERT INTO fabric_sm_host (node_id, fabric_id, standby) VALUES (NEW.sm_node_id, NEW.id, false);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fabric_sm_host_follows AFTER INSERT OR UPDATE OF sm_node_id ON fabric
  FOR EACH ROW EXECUTE FUNCTION fabric_sm_host_follows();
INSERT INTO fabric_sm_host (node_id, fabric_id, standby)
  SELECT sm_node_id, id, false FROM fabric WHERE sm_node_id IS NOT NULL;

ALTER TABLE fabric_status
  -- Whose subnet manager was seen to rule last, since when, whose before, and whether it then had an older configuration.
  ADD COLUMN master_node_id uuid REFERENCES node,
  ADD COLUMN master_since timestamptz,
  ADD COLUMN master_before uuid REFERENCES node,
  ADD COLUMN master_behind boolean NOT NULL DEFAULT false,
  -- What the subnet manager itself complained of after it was told last.
  ADD COLUMN sm_log text[] NOT NULL DEFAULT '{}',
  ADD COLUMN sm_log_at timestamptz;

-- Index 0 has to be safe under each of them.
CREATE OR REPLACE FUNCTION index0_obstacle(p_fabric uuid) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE hosts integer; able boolean; k text;
BEGIN
  SELECT count(*), coalesce(bool_and('sm.index0' = ANY (s.capabilities)), false) INTO hosts, able
    FROM fabric_sm_host h JOIN node_status s ON s.node_id = h.node_id WHERE h.fabric_id = p_fabric;
  SELECT sm_kind INTO k FROM fabric WHERE id = p_fabric;
  RETURN CASE
    WHEN hosts = 0 THEN 'it has no OpenSM with a daemon that could say how it is set up'
    WHEN NOT able AND k = 'ufm' THEN 'no daemon that is configured for its UFM has been here yet'
    WHEN NOT able THEN 'its OpenSM either keeps the places of PKeys (keep_pkey_indexes is TRUE, the '
      'default) and would lose one of them when index 0 moves, or answers no path record without that (3.3.23 does not); '
      'an operator has to run one that does both right with keep_pkey_indexes FALSE, and restart its daemon' END;
END $$;
