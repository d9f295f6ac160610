-- Error counters of the last look and of the one before, whole as they were told: two are what a rate takes.
ALTER TABLE fabric_survey
  ADD COLUMN counters bytea,
  ADD COLUMN counters_at timestamptz,
  ADD COLUMN counters_before bytea,
  ADD COLUMN counters_before_at timestamptz,
  ADD CHECK ((counters IS NULL) = (counters_at IS NULL)),
  ADD CHECK ((counters_before IS NULL) = (counters_before_at IS NULL));
