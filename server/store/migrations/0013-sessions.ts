/**
 * `secret` is encrypted with the server's signing secret; `enabled_at` is null until a code has shown that an app knows it. Codes
 * of time steps up to `last_step` have been used.
 */
const secondFactors = [
  `create table second_factors (
    user_id text primary key, secret text not null, enabled_at bigint, last_step bigint not null
  )`,
  'create table recovery_codes (user_id text not null, code_hash text not null, primary key (user_id, code_hash))',
];

/**
 * One row for each login. A session whose epoch is not that of its account has ended. `address_hash` is a keyed hash that includes
 * the account. `client` is the browser and the system, such as "Firefox on Linux". `confirmed_at`: when the password
 * was last given.
 */
export const sessions = [
  `create table sessions (
    id text primary key, user_id text not null, token_epoch bigint not null, client text, address_hash text not null,
    created_at bigint not null, last_used_at bigint not null, expires_at bigint not null,
    confirmed_at bigint not null
  )`,
  'create index sessions_by_user on sessions (user_id, created_at)',
  'create index sessions_by_age on sessions (expires_at)',
  ...secondFactors,
];
