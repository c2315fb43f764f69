/**
 * Control characters, line ends, and the marks that turn the direction of what follows: they make a name look like another, or
 * like several lines. The joiners of Hindi, Persian and emoji (U+200C, U+200D) stay.
 */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text can be a name: one line, which reads as it is written. */
export const isOneLine = (text: string): boolean => !NOT_IN_NAMES.test(text);

/** A name as one line, where it comes from a place that did not check it. */
export const asOneLine = (text: string): string =>
  text.replace(new RegExp(`(?:${NOT_IN_NAMES.source}|\\s)+`, 'gu'), ' ').trim();

/** What mail programs would make a link of. */
const LINKS = /:\/\/|@|(?<=\S)\.(?=\p{L})/gu;
const WITHOUT_LINK: Record<string, string> = { '://': ': //', '@': ' (at) ', '.': '. ' };

const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text of somebody else for a mail: it reads as it is written, and nothing of it is what a mail program makes a link of. */
export const withoutLinks = (text: string): string =>
  text.replace(TURNING, '').replace(LINKS, (found) => WITHOUT_LINK[found] ?? ' ');
