/**
 * An account has one identity of an issuer. Where there are several, the first one stays, which was the account's before somebody
 * else came with the same address. Its sessions end, as any of them may have begun those. orphaned_since: when a stored file was
 * first seen to have no row that refers to it; null for one that has.
 */
const EARLIER = `select 1 from identities as earlier
  where earlier.issuer = identities.issuer and earlier.user_id = identities.user_id
    and (earlier.created_at < identities.created_at
      or (earlier.created_at = identities.created_at and earlier.subject < identities.subject))`;

export const oneIdentity = [
  `update users set token_epoch = token_epoch + 1, kept_token = null
   where id in (select user_id from identities where exists (${EARLIER}))`,
  `delete from identities where exists (${EARLIER})`,
  'drop index identities_by_user',
  'create unique index identities_by_user on identities (user_id, issuer)',
  'alter table files add column orphaned_since bigint',
];
