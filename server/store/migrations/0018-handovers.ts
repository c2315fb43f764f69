/** Questions that visitors hand over to a person. `consent` is the text that the visitor agreed to. */
const table = [
  `create table handovers (
    id text primary key, number bigint not null unique, project_id text not null, conversation_id text, visitor_id text not null,
    email text not null, question text not null, page_url text, consent text not null, status text not null,
    assignee text, created_at bigint not null, updated_at bigint not null, closed_at bigint
  )`,
  'create index handovers_by_project on handovers (project_id, status, number)',
  'create index handovers_by_conversation on handovers (conversation_id) where conversation_id is not null',
  'create index handovers_by_age on handovers (updated_at)',
];

/** `handover`: how a project takes them, as JSON; null if it does not. */
export const handovers = [...table, 'alter table projects add column handover text'];
