/** How likely the documents answered, 0–1, as the search judged when an answer was given; null where that is not known. */
export const answerCertainty = ['alter table messages add column certainty double precision'];
