/** The longest question that is answered, in characters. */
export const MAX_QUESTION_LENGTH = 4000;
