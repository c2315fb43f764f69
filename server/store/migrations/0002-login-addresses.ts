/** Where an account has logged in from. `address_hash` is keyed, and made of the account too: each has its own of an address. */
export const loginAddresses = [
  `create table login_addresses (
    user_id text not null, address_hash text not null, last_login_at bigint not null, primary key (user_id, address_hash)
  )`,
  'create index login_addresses_by_age on login_addresses (last_login_at)',
];
