/** The secret that a rotation replaced, as a hash, and until when it is valid beside the new one. */
export const keyRotation = [
  'alter table api_keys add column former_hash text',
  'alter table api_keys add column former_until bigint',
  'create unique index api_keys_by_former_hash on api_keys (former_hash)',
];
