/**
 * The page that a question was asked from, where a project records it. refusals_told_at: when the rise of a project's refusals was
 * last told by webhook and mail; null for never.
 */
export const askedPages = [
  'alter table messages add column page_url text',
  'alter table projects add column record_pages integer not null default 0',
  'alter table projects add column alert_mails integer not null default 1',
  'alter table projects add column refusals_told_at bigint',
];
