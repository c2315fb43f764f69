import { collapseWhitespace } from './collapse-whitespace.ts';

/** Control characters and line ends: they make a text look like several lines. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/**
 * Marks that turn the direction of what follows: they make a text look like another. The joiners of Hindi, Persian and emoji
 * (U+200C, U+200D) are none of them.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Whether a text is free of control characters and line ends. */
export const isWithoutControls = (text: string): boolean => text.search(CONTROLS) === -1;

/** Whether a text can be a name: one line, which reads as it is written. */
export const isOneLine = (text: string): boolean => isWithoutControls(text) && text.search(TURNING) === -1;

/** A name as one line, where it comes from a place that did not check it. */
export const asOneLine = (text: string): string =>
  collapseWhitespace(text.replace(CONTROLS, ' ').replace(TURNING, ' '));

/** What mail programs would make a link of. */
const LINKS = /:\/\/|@|(?<=\S)\.(?=\p{L})/gu;
const WITHOUT_LINK: Record<string, string> = { '://': ': //', '@': ' (at) ', '.': '. ' };

/** A text of somebody else for a mail: it reads as it is written, and nothing of it is what a mail program makes a link of. */
export const withoutLinks = (text: string): string =>
  text.replace(TURNING, '').replace(LINKS, (found) => WITHOUT_LINK[found] ?? ' ');
