/**
 * What a reader has made of the words of each passage, and which generations it has read to the end. Both can be made again: they
 * are not moved between engines.
 */
export const wordCodes = [
  `create table word_codes (
    chunk_id bigint primary key, project_id text not null, reader text not null, codes bytea not null
  )`,
  'create index word_codes_by_project on word_codes (project_id)',
  'create table read_generations (generation bigint primary key, project_id text not null, reader text not null)',
];
