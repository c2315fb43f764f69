/**
 * Answers that owners have written for a question and its like. wordings: other ways to ask for it (JSON). vectors: those of all
 * wordings by one embedder (JSON), null until they are embedded. A message keeps the id of the answer that it shows.
 */
export const curatedAnswers = [
  `create table curated_answers (
    id text primary key, number bigint not null unique, project_id text not null, question text not null, wordings text not null,
    answer text not null, enabled integer not null, expires_at bigint, review_at bigint, vectors text, uses bigint not null,
    last_used_at bigint, created_at bigint not null, updated_at bigint not null
  )`,
  'create index curated_answers_by_project on curated_answers (project_id, number)',
  'alter table messages add column curated_id text',
];
