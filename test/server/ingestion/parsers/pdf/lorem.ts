/** Some lines of running text. */
export const LOREM =
  'The library lends books to everyone who lives in the town. Readers may keep them for four weeks and renew them twice. ' +
  'A reader who brings a book back late pays a small fee for each day. Children pay nothing at all.';
