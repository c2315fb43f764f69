/** What API keys may do, and until when. Those of before may do everything that a key could do then. */
export const keyScopes = [
  `alter table api_keys add column scopes text not null default '["ask","ingest","read","manage"]'`,
  'alter table api_keys add column expires_at bigint',
];
