/** The strings of an empty panel. Opening the panel loads those of English. */
export interface OpeningStrings {
  title: string;
  open: string;
  close: string;
  /** Switches between two sizes of the panel. */
  larger: string;
  search: string;
  conversation: string;
  greeting: string;
  placeholder: string;
  question: string;
  send: string;
  stop: string;
  retry: string;
  /** Opens the form that hands a question over. */
  askPerson: string;
  /** `time` is how long to wait, in the language: `90 seconds`, `15 hours`. */
  retryIn(time: string): string;
  /** The failures that keep the other strings from being loaded. */
  failures: Record<'offline' | 'unreachable', string>;
}

/** The strings of a conversation. */
export interface AnswerStrings {
  newConversation: string;
  /** The same where the conversation is kept when the tab is closed. */
  clearHistory: string;
  waiting: string;
  /** `when` is as the language says it: `tomorrow`, `in 20 minutes`. */
  askAgain(when: string): string;
  you: string;
  edit: string;
  cancelEdit: string;
  /** The position in the queue; 1 is next. */
  inLine(position: number): string;
  stopped: string;
  /** Shown below an answer that was stopped before it was complete. */
  stoppedHalfway: string;
  sources: string;
  sourceMarker(number: number, title: string): string;
  page(page: number): string;
  /** When a source was indexed; `date` as the language writes it. */
  indexed(date: string): string;
  /** Above the pages that come nearest, below an answer that may be none. */
  searchInstead: string;
  openDocument: string;
  newTab: string;
  copy: string;
  copied: string;
  copyCode: string;
  helpful: string;
  notHelpful: string;
  comment: string;
  sendComment: string;
  thanks: string;
  followUps: string;
  /** Above the answer to a misspelt question, and the button that asks it as it was. */
  corrected(question: string): string;
  asSpelt(question: string): string;
  /** Below an answer that the owner of the site has written. */
  fromOwner: string;
  /** Below an answer that the server could not store, so that the next question is answered without it. */
  notKept: string;
  /** Explains the dotted underline in an answer. */
  unsupported: string;
  /** Announced to screen readers after an answer, by plural form; the number of sources replaces `#`. */
  sourceCount: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
  noSources: string;
}

/** The strings of the search. */
export interface SearchStrings {
  searchPlaceholder: string;
  /** The last row of the results. */
  askThis(query: string): string;
  askAboutPage: string;
  /** Takes back that the next question is about this page alone. */
  askAboutAll: string;
  nothingFound: string;
  /** Announced to screen readers, by plural form; the number of results replaces `#`. */
  resultCount: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
}

/** All strings of the widget. A locale is one object of this shape; dates and plural rules are the browser's. */
export interface Strings extends OpeningStrings, AnswerStrings, SearchStrings {
  /** What went wrong and what to do about it. */
  failures: Record<
    'offline' | 'unreachable' | 'broken' | 'origin' | 'session' | 'rate' | 'budget' | 'server' | 'setup' | 'question',
    string
  >;
}
