-- Operators keep PKeys back, for example those that something else on the fabric uses, and say why.
ALTER TABLE pkey_slot
  ADD COLUMN reason text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 200),
  ADD CHECK (state = 'reserved' OR reason = '');
