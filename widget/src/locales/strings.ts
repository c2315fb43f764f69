/** The words of an empty panel: those of English come with the opening. */
export interface OpeningStrings {
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
  retry: string;
  /** `time` is how long to wait, in words of the language: `90 seconds`, `15 hours`. */
  retryIn(time: string): string;
  /** Of what may go wrong, that which keeps all other words from being loaded. */
  failures: Record<'offline' | 'unreachable', string>;
}

/** The words of a conversation. */
export interface AnswerStrings {
  you: string;
  edit: string;
  cancelEdit: string;
  /** The place in the line of waiting questions; 1 is next. */
  inLine(position: number): string;
  stopped: string;
  /** Below half of an answer. */
  stoppedHalfway: string;
  sources: string;
  sourceMarker(number: number, title: string): string;
  page(page: number): string;
  /** When a source was read; `date` in the reader's own form. */
  indexed(date: string): string;
  wholePassage: string;
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
  /** What the dotted line under words of an answer means. */
  unsupported: string;
  /** What a screen reader hears after the last sentence of an answer, by the number of its sources, which takes the place of `#`. */
  sourceCount: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
  noSources: string;
}

/** Every word that the widget says by itself. A locale is one object of this shape; dates and plural forms are the browser's. */
export interface Strings extends OpeningStrings, AnswerStrings {
  /** What went wrong, and what to do about it. */
  failures: Record<
    'offline' | 'unreachable' | 'broken' | 'origin' | 'session' | 'rate' | 'budget' | 'server' | 'setup' | 'question',
    string
  >;
}
