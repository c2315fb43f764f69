import type { OpeningStrings } from './strings.ts';

/** English, as far as an empty panel speaks it. */
export const enOpening: OpeningStrings = {
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
  retry: 'Try again',
  retryIn: (time) => `Try again in ${time}`,
  failures: {
    offline: 'You seem to be offline. Your question is kept, and asked when the connection is back.',
    unreachable: 'The answering service cannot be reached right now. Try again in a moment.',
  },
};
