/** The longest question that is answered, in characters. */
export const MAX_QUESTION_LENGTH = 4000;

/** Files that one request may bring, in a form or in an archive. */
export const MAX_BATCH_FILES = 1_000;

/** Characters of the name that an owner gives a source, such as its path in a folder. */
export const MAX_EXTERNAL_ID_LENGTH = 500;

/** The pictures that a widget may have: beside its title, and beside its answers. */
export const WIDGET_IMAGES = ['logo', 'avatar'] as const;

/** The largest of them. They are shown with at most 44 pixels, three times as many on the screens of phones. */
export const WIDGET_IMAGE_LIMITS = {
  bytes: 200_000,
  /** Pixels of the longer side: decoded, four megabytes. */
  side: 1024,
};
