/**
 * Who else works on a project. Its owner is `projects.user_id` and has no row here. An invitation is deleted when it is accepted;
 * email: for whom it is, null for the first who has the link. identities: the accounts of an OpenID Connect provider that sign in to an
 * account. deactivated_at: the account cannot be used from then on.
 */
export const members = [
  'alter table users add column deactivated_at bigint',
  `create table project_members (
    project_id text not null, user_id text not null, role text not null, created_at bigint not null,
    primary key (project_id, user_id)
  )`,
  'create index project_members_by_user on project_members (user_id)',
  `create table invitations (
    id text primary key, project_id text not null, email text, role text not null, token_hash text not null unique,
    created_at bigint not null, expires_at bigint not null
  )`,
  'create index invitations_by_project on invitations (project_id, created_at)',
  'create index invitations_by_age on invitations (expires_at)',
  `create table identities (
    issuer text not null, subject text not null, user_id text not null, created_at bigint not null,
    primary key (issuer, subject)
  )`,
  'create index identities_by_user on identities (user_id)',
];
