/** job_turn: increases with each job of the account; the account with the lowest goes next. */
export const accountTurns = ['alter table users add column job_turn bigint not null default 0'];
