-- How much of what a fabric has was used on each day (UTC): the last look of a day stays.
CREATE TABLE capacity_day (
  fabric_id uuid NOT NULL REFERENCES fabric ON DELETE CASCADE,
  kind      text NOT NULL CHECK (kind IN ('pkeys', 'slots', 'addresses')),
  day       date NOT NULL,
  used      bigint NOT NULL CHECK (used >= 0),
  -- NULL: no sum that says anything, as of IPv6 pools.
  total     bigint CHECK (total >= 0),
  PRIMARY KEY (fabric_id, kind, day)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON capacity_day TO ibportal_fabric;
