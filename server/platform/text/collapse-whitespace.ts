/**
 * The text in one line: a single space for each run of white space, none at its ends. Single spaces are left out of the pattern,
 * because replacing each of them takes three times as long.
 */
export const collapseWhitespace = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
