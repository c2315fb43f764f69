import type { OpeningStrings } from './strings.ts';

/** The English strings of an empty panel. */
export const enOpening: OpeningStrings = {
  title: 'Ask the docs',
  open: 'Ask a question',
  close: 'Close',
  larger: 'Larger',
  search: 'Search',
  conversation: 'Conversation',
  greeting: 'What would you like to know?',
  placeholder: 'Ask a question…',
  question: 'Your question',
  send: 'Send',
  stop: 'Stop',
  retry: 'Try again',
  askPerson: 'Ask a person',
  retryIn: (time) => `Try again in ${time}`,
  failures: {
    offline: 'You seem to be offline. Your question will be sent when the connection is back.',
    unreachable: 'The answering service cannot be reached right now. Try again in a moment.',
  },
};
