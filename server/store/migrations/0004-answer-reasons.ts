/** Why an answer ended as it did (`no_sources`, `indexing`, an error code); null if there is nothing to add. */
export const answerReasons = ['alter table messages add column reason text'];
