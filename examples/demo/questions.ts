/** Questions that the guide in examples/docs answers; the first is answered from the PDF, so its citation has a page. */
export const QUESTIONS = [
  'How do I back up Footnote?',
  'Which file formats are supported?',
  'How long is a widget token valid?',
] as const;

/** A question that the guide does not answer. */
export const UNANSWERED = 'Who won the football world cup in 1990?';
