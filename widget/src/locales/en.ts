import { enOpening } from './en-opening.ts';
import type { Strings } from './strings.ts';

/** English. */
export const en: Strings = {
  ...enOpening,
  failures: {
    ...enOpening.failures,
    broken: 'The answer broke off and is not complete. Try again.',
    origin: 'This assistant may not be used on this website yet. Its owner can allow it.',
    session: 'Your session has ended and could not be renewed. Reload the page to go on.',
    rate: 'Too many questions at once. You can go on after a short break.',
    server: 'Something went wrong while answering. It is not your fault; try again.',
    setup: 'This assistant is not set up correctly. Its owner needs to look at it.',
    question: 'This question could not be answered as it is. Try to word it differently or shorter.',
  },
  you: 'You asked',
  edit: 'Edit question',
  cancelEdit: 'Cancel editing',
  inLine: (position) => (position === 1 ? 'You are next…' : `Number ${position} in line…`),
  stopped: 'Stopped before an answer came.',
  stoppedHalfway: 'Stopped. The answer is not complete.',
  sources: 'Sources',
  sourceMarker: (number, title) => `Source ${number}: ${title}`,
  page: (page) => `page ${page}`,
  indexed: (date) => `As of ${date}`,
  wholePassage: 'Show the whole passage',
  openDocument: 'Open in document',
  newTab: 'opens in a new tab',
  copy: 'Copy answer',
  copied: 'Copied',
  helpful: 'Helpful',
  notHelpful: 'Not helpful',
  comment: 'Say more (optional)',
  sendComment: 'Send comment',
  thanks: 'Thank you.',
  followUps: 'Ask next',
  unsupported: 'No source was found for the words with a dotted line.',
  answered: (answer, sources) =>
    `Answer: ${answer} ${sources === 0 ? 'No sources.' : sources === 1 ? 'One source.' : `${sources} sources.`}`,
};
