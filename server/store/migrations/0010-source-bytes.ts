/**
 * The size of a source: the bytes of its original, or of the text of a page. Earlier sources count with the characters of their
 * texts. The index has all that the sum of an account needs.
 */
export const sourceBytes = [
  'alter table sources add column bytes bigint not null default 0',
  `update sources set bytes = coalesce(
     (select length(documents.text) from documents where documents.source_id = sources.id), 0)`,
  'create index sources_by_size on sources (project_id, bytes)',
];
