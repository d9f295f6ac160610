-- Bringing a group of nodes to a driver profile. The profile is kept as it was when the rollout was planned.
CREATE TABLE rollout (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name        text NOT NULL CHECK (name <> ''),
  profile_id  text NOT NULL,
  profile     jsonb NOT NULL,
  selector    text NOT NULL,
  rules       jsonb NOT NULL,
  hook        text NOT NULL DEFAULT '',
  state       text NOT NULL DEFAULT 'planned'
    CHECK (state IN ('planned', 'running', 'paused', 'halted', 'rolling-back', 'rolled-back', 'aborting', 'aborted', 'done')),
  since       timestamptz NOT NULL DEFAULT now(),
  reason      text NOT NULL DEFAULT '',
  -- Failures that a person has looked at before going on.
  forgiven    integer NOT NULL DEFAULT 0,
  created_by  text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  started_at  timestamptz,
  ended_at    timestamptz
);
CREATE INDEX rollout_open ON rollout (id) WHERE state IN ('running', 'paused', 'halted', 'rolling-back', 'aborting');

CREATE TABLE rollout_node (
  rollout_id uuid NOT NULL REFERENCES rollout ON DELETE CASCADE,
  node_id    uuid NOT NULL REFERENCES node ON DELETE CASCADE,
  position   integer NOT NULL,
  wave       integer NOT NULL CHECK (wave >= 0),
  state      text NOT NULL DEFAULT 'waiting',
  outcome    text NOT NULL DEFAULT '',
  since      timestamptz NOT NULL DEFAULT now(),
  reason     text NOT NULL DEFAULT '',
  attempt    integer NOT NULL DEFAULT 1,
  -- What its daemon or hook is asked to do now.
  job_id     uuid,
  -- Whether the hook found it drained by somebody else: then it stays drained.
  was_drained boolean,
  PRIMARY KEY (rollout_id, node_id)
);
CREATE INDEX ON rollout_node (node_id);

-- Each thing that a daemon is asked to do once. Its id is made of rollout, node, attempt and step, so that asking again is
-- asking for the same thing, and the daemon answers with what came of it.
CREATE TABLE driver_job (
  id         uuid PRIMARY KEY,
  rollout_id uuid NOT NULL REFERENCES rollout ON DELETE CASCADE,
  node_id    uuid NOT NULL REFERENCES node ON DELETE CASCADE,
  attempt    integer NOT NULL,
  step       text NOT NULL,
  state      text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'running', 'succeeded', 'failed')),
  message    text NOT NULL DEFAULT '',
  reboot     boolean NOT NULL DEFAULT false,
  works      boolean NOT NULL DEFAULT false,
  asked_at   timestamptz NOT NULL DEFAULT now(),
  sent_at    timestamptz,
  told_at    timestamptz,
  -- Which start of the daemon it was when it was asked: another one after a reboot.
  boot_nonce text
);
CREATE INDEX driver_job_open ON driver_job (node_id) WHERE state IN ('asked', 'running');
CREATE INDEX ON driver_job (rollout_id);

-- What was said while it went on, as it came.
CREATE TABLE rollout_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rollout_id uuid NOT NULL REFERENCES rollout ON DELETE CASCADE,
  node_id    uuid REFERENCES node ON DELETE CASCADE,
  at         timestamptz NOT NULL DEFAULT now(),
  text       text NOT NULL
);
CREATE INDEX ON rollout_log (rollout_id, node_id, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON rollout, rollout_node, driver_job, rollout_log TO ibportal_fabric;
