-- Where a port sat when it was seen last: tells that a new card stands in an old one's place.
CREATE TABLE port_hardware (
  port_id     uuid PRIMARY KEY REFERENCES port ON DELETE CASCADE,
  hca_type    text NOT NULL,
  psid        text NOT NULL DEFAULT '',
  pci_address text NOT NULL DEFAULT '',
  -- Its place among the node's ports of the same model, from 1.
  ordinal     integer NOT NULL CHECK (ordinal > 0)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON port_hardware TO ibportal_fabric;

-- A person said that this port's card is gone and which port took its place.
ALTER TABLE port ADD COLUMN replaced_by uuid REFERENCES port;
ALTER TABLE port ADD COLUMN replaced_at timestamptz;
ALTER TABLE port ADD CHECK ((replaced_by IS NULL) = (replaced_at IS NULL));

-- Addresses of a replaced port on their way: each goes to its new interface at the moment that frees it from the old.
CREATE TABLE address_move (
  address_id   uuid PRIMARY KEY,
  interface_id uuid NOT NULL REFERENCES interface ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE, DELETE ON address_move TO ibportal_fabric;

CREATE OR REPLACE FUNCTION free_address(p_address uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a record;
  target uuid;
BEGIN
  -- The pool's row before the address's, as all that hands out addresses does: else two could wait for each other.
  PERFORM 1 FROM pool p JOIN address x ON x.pool_id = p.id WHERE x.id = p_address FOR NO KEY UPDATE OF p;
  DELETE FROM address WHERE id = p_address
    RETURNING tenant_id, partition_id, pool_id, ip, node_id, interface_id, note INTO a;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  DELETE FROM node_prefix n WHERE n.interface_id = a.interface_id AND n.pool_id = a.pool_id
    AND NOT EXISTS (SELECT FROM address o WHERE o.interface_id = a.interface_id AND o.pool_id = a.pool_id);
  DELETE FROM address_move WHERE address_id = p_address RETURNING interface_id INTO target;
  IF target IS NOT NULL AND EXISTS (
      SELECT FROM interface i JOIN membership m ON m.id = i.membership_id WHERE i.id = target AND m.removed_at IS NULL) THEN
    INSERT INTO address (tenant_id, partition_id, pool_id, ip, node_id, interface_id, note)
      VALUES (a.tenant_id, a.partition_id, a.pool_id, a.ip, a.node_id, target, a.note);
    RETURN;
  END IF;
  PERFORM give_back_address(a.pool_id, a.ip);
END $$;
