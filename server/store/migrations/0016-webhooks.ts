/**
 * Where a project's events are sent. `secret` and `former_secret`, which is valid until `former_until`, are encrypted with the
 * server's signing secret. `failing_since`: the first failed attempt after the last that succeeded.
 */
const endpoints = [
  `create table webhook_endpoints (
    id text primary key, number bigint not null unique, project_id text not null, url text not null,
    description text not null, events text not null, secret text not null, former_secret text, former_until bigint,
    enabled integer not null, disabled_reason text, failing_since bigint, created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index webhook_endpoints_by_project on webhook_endpoints (project_id, number)',
];

/**
 * What is to be sent and what was: rows are written with what caused them. `subject_id` is the source or conversation whose text
 * the payload repeats, which goes when that is deleted. `attempt` is the fence: it grows when a server takes the row, until `due_at`.
 */
const deliveries = [
  `create table webhook_deliveries (
    id text primary key, number bigint not null unique, endpoint_id text not null, project_id text not null,
    event text not null, payload text not null, subject_id text, status text not null, attempt integer not null,
    due_at bigint not null, attempted_at bigint, response_status integer, response_text text, error text,
    milliseconds integer, created_at bigint not null
  )`,
  'create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, number)',
  "create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'pending'",
  'create index webhook_deliveries_by_subject on webhook_deliveries (subject_id) where subject_id is not null',
  'create index webhook_deliveries_by_age on webhook_deliveries (created_at)',
];

export const webhooks = [...endpoints, ...deliveries];
