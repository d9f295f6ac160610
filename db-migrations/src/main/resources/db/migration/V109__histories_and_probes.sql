-- The history of a partition tells of its members, pools and addresses, also when they are gone: their events say whose.
CREATE INDEX audit_event_of_partition ON audit_event ((coalesce(after, before) -> 'belongsTo' ->> 'partition'), at)
  WHERE (coalesce(after, before) -> 'belongsTo' ->> 'partition') IS NOT NULL;

-- Who was pinged from where, as far as the tenant may know.
ALTER TABLE isolation_probe
  ADD COLUMN sent_from text, ADD COLUMN sent_inside text, ADD COLUMN sent_to text, ADD COLUMN packets integer NOT NULL DEFAULT 0;
