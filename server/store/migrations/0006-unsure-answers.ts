/**
 * Answers that only show the closest passages: daily usage counts them separately, and the list of unanswered questions
 * finds them together with the refused ones.
 */
export const unsureAnswers = [
  'alter table daily_usage add column unsure bigint not null default 0',
  'drop index messages_refused',
  "create index messages_unanswered on messages (created_at) where finish_reason in ('refused', 'unsure')",
];
