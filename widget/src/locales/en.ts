/** Every word that the widget says by itself. A locale is one object of this shape. */
export interface Strings {
  title: string;
  open: string;
  close: string;
  newConversation: string;
  conversation: string;
  greeting: string;
  placeholder: string;
  question: string;
  send: string;
  stop: string;
  waiting: string;
  /** The place in the line of waiting questions; 1 is next. */
  inLine(position: number): string;
  stopped: string;
  /** Below half of an answer. */
  stoppedHalfway: string;
  you: string;
  sources: string;
  sourceMarker(number: number, title: string): string;
  page(page: number): string;
  wholePassage: string;
  openDocument: string;
  newTab: string;
  copy: string;
  copied: string;
  followUps: string;
  /** What the dotted line under words of an answer means. */
  unsupported: string;
  retry: string;
  retryIn(seconds: number): string;
  /** What a screen reader hears when an answer is there. */
  answered(answer: string, sources: number): string;
  /** What went wrong, and what to do about it. */
  failures: Record<
    'offline' | 'unreachable' | 'broken' | 'origin' | 'session' | 'rate' | 'server' | 'setup' | 'question',
    string
  >;
}

/** English. */
export const en: Strings = {
  title: 'Ask the docs',
  open: 'Ask a question',
  close: 'Close',
  newConversation: 'New conversation',
  conversation: 'Conversation',
  greeting: 'What would you like to know?',
  placeholder: 'Ask a question…',
  question: 'Your question',
  send: 'Send',
  stop: 'Stop',
  waiting: 'Looking through the documents…',
  inLine: (position) => (position === 1 ? 'You are next…' : `Number ${position} in line…`),
  stopped: 'Stopped before an answer came.',
  stoppedHalfway: 'Stopped. The answer is not complete.',
  you: 'You asked',
  sources: 'Sources',
  sourceMarker: (number, title) => `Source ${number}: ${title}`,
  page: (page) => `page ${page}`,
  wholePassage: 'Show the whole passage',
  openDocument: 'Open in document',
  newTab: 'opens in a new tab',
  copy: 'Copy answer',
  copied: 'Copied',
  followUps: 'Ask next',
  unsupported: 'No source was found for the words with a dotted line.',
  retry: 'Try again',
  retryIn: (seconds) => `Try again in ${seconds} s`,
  answered: (answer, sources) =>
    `Answer: ${answer} ${sources === 0 ? 'No sources.' : sources === 1 ? 'One source.' : `${sources} sources.`}`,
  failures: {
    offline: 'You seem to be offline. Your question is kept; try again when the connection is back.',
    unreachable: 'The answering service cannot be reached right now. Try again in a moment.',
    broken: 'The answer broke off and is not complete. Try again.',
    origin: 'This assistant may not be used on this website yet. Its owner can allow it.',
    session: 'Your session has ended and could not be renewed. Reload the page to go on.',
    rate: 'Too many questions at once. You can go on after a short break.',
    server: 'Something went wrong while answering. It is not your fault; try again.',
    setup: 'This assistant is not set up correctly. Its owner needs to look at it.',
    question: 'This question could not be answered as it is. Try to word it differently or shorter.',
  },
};
