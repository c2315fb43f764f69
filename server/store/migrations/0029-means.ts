/**
 * The mean of what a reader has made of the words of a passage, as its signs, and all of a generation that has been read to the end
 * in one row: the number of each passage (8 bytes, a double) and its mean, so that a search reads few rows. What was read without
 * is read once more.
 */
export const means = [
  'delete from word_codes',
  'delete from read_generations',
  'alter table word_codes add column mean bytea',
  'alter table read_generations add column means bytea',
];
