/** Ideographic and full-width punctuation, which has its space within the character. */
const ENDS_WIDE = /[\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff3d\uff5b-\uff60]$/;

/** Does a text end with punctuation that no space follows? */
export const endsWide = (text: string): boolean => ENDS_WIDE.test(text.slice(-1));
