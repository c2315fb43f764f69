import { MAX_EXTERNAL_ID_LENGTH } from '../limits.ts';

/** Line ends and control characters. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Characters that are not seen, such as joiners and marks of direction. */
const UNSEEN = /\p{Cf}+/gu;

/** Whether a text can be the external id of a source. */
export const isExternalId = (text: string): boolean =>
  text.trim() !== '' &&
  text.length <= MAX_EXTERNAL_ID_LENGTH &&
  text.search(CONTROLS) === -1 &&
  text.search(UNSEEN) === -1;

/** The external id of a file with this name: a space in place of line ends and control characters, without what is not seen. */
export const asExternalId = (name: string): string =>
  name.toWellFormed().normalize('NFC').replace(CONTROLS, ' ').replace(UNSEEN, '');
