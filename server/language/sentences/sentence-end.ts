/** What sentences end with: in Latin and full-width, Arabic, Indic (two), Ethiopic, Khmer and Burmese script. */
const MARKS = '.!?…。！？؟\u0964\u0965\u1362\u17d4\u104b';
/** What may close after the mark: brackets and quotation marks, of which a closing one opens in other languages. */
const CLOSING = String.raw`\p{Pe}\p{Pf}\p{Pi}"'`;

const SENTENCE = new RegExp(String.raw`[${MARKS}][${CLOSING}]*\s*$`, 'u');
const MARKDOWN_SENTENCE = new RegExp(String.raw`[${MARKS}][${CLOSING}*_\x60]*\s*$`, 'u');
const CLAUSE = new RegExp(String.raw`[${MARKS}:;：；][${CLOSING}]*\s*$`, 'u');

/** Does a text end as a sentence does? */
export const endsSentence = (text: string): boolean => SENTENCE.test(text);

/** The same of Markdown, where emphasis and code may close after the mark as well. */
export const endsMarkdownSentence = (text: string): boolean => MARKDOWN_SENTENCE.test(text);

/** Does it end as a sentence does, or as what a list or an explanation follows? A title does neither. */
export const endsClause = (text: string): boolean => CLAUSE.test(text);

/** A longer line is not a title, however it ends. */
const MAX_TITLE_LENGTH = 80;

/** Does a paragraph read as the title of what follows, such as that of a note or a tab? */
export const isTitle = (text: string): boolean => text.length <= MAX_TITLE_LENGTH && !endsClause(text);
