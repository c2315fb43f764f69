/**
 * What the owner of a source says of it: a name of their own, the address of the page that shows it, and labels (JSON, or null for
 * none). content_hash: SHA-256 of the content that was sent last, hex; null for pages and earlier sources.
 */
export const sourceIdentity = [
  'alter table sources add column external_id text',
  'alter table sources add column url text',
  'alter table sources add column labels text',
  'alter table sources add column content_hash text',
  'create unique index sources_by_external_id on sources (project_id, external_id) where external_id is not null',
];
