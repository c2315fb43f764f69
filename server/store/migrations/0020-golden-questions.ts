/**
 * Questions with what their answer must hold, and the checks that asked them. results: what became of each (JSON). A check that
 * is under way says so again and again, so that one whose server has died is known. Feedback has a state for its owner; null where it is new.
 */
export const goldenQuestions = [
  `create table golden_questions (
    id text primary key, number bigint not null unique, project_id text not null, question text not null, expected_text text,
    expected_source text, refused integer not null, created_at bigint not null
  )`,
  'create index golden_questions_by_project on golden_questions (project_id, number)',
  `create table golden_checks (
    id text primary key, number bigint not null unique, project_id text not null, state text not null, total bigint not null,
    results text not null, started_at bigint not null, seen_at bigint not null, ended_at bigint
  )`,
  'create index golden_checks_by_project on golden_checks (project_id, number)',
  'alter table messages add column feedback_state text',
  'create index messages_rated on messages (created_at) where rating is not null',
];
