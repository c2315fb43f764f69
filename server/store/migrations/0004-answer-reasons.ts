/** Why an answer ended as it did (`no_sources`, `indexing`, the code of an error); null where there is nothing more to say. */
export const answerReasons = ['alter table messages add column reason text'];
