/**
 * The addresses from which an account has logged in. `address_hash` is a keyed hash that includes the account, so that
 * accounts cannot be linked by address.
 */
export const loginAddresses = [
  `create table login_addresses (
    user_id text not null, address_hash text not null, last_login_at bigint not null, primary key (user_id, address_hash)
  )`,
  'create index login_addresses_by_age on login_addresses (last_login_at)',
];
