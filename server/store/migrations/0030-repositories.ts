/**
 * Git repositories that a project's sources are read from. `token`, with which one is read, and `secret`, with which its forge signs
 * pushes, are encrypted with the server's signing secret. `attempt` is the fence: it grows when a server begins to read one, until
 * `lease_until`. `head`: the commit that its sources have. `pushes`: what tells the last messages of the forge from each other.
 */
export const repositories = [
  `create table repositories (
    id text primary key, number bigint not null unique, project_id text not null, url text not null, branch text,
    folder text not null, include text not null, exclude text not null, base_url text, site text, forge text,
    prefix text not null, token text, secret text not null, gate integer not null, refresh_hours integer,
    state text not null, due_at bigint, attempt integer not null, lease_until bigint, head text, last_read text,
    checked_at bigint, pushes text not null, created_at bigint not null, updated_at bigint not null
  )`,
  'create index repositories_by_project on repositories (project_id, number)',
  'create index repositories_due on repositories (due_at) where due_at is not null',
  'alter table sources add column repository_id text',
  'alter table sources add column edit_url text',
  'create index sources_by_repository on sources (repository_id) where repository_id is not null',
];
