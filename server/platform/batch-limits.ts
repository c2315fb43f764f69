/** Files that one request may bring, in a form or in an archive. */
export const MAX_BATCH_FILES = 1_000;

/** Characters of the name that an owner gives a source, such as its path in a folder. */
export const MAX_EXTERNAL_ID_LENGTH = 500;
