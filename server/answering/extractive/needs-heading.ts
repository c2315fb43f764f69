import { endsClause } from '../../language/sentences/sentence-end.ts';
import { detach } from '../../platform/text/detach.ts';
import { markerOf } from '../../store/types/block-text.ts';
import type { Block } from '../../store/types.ts';
import { ASKS, isProse } from '../passages/group-blocks.ts';
import { type Excerpt, shownBlocks } from '../passages/render-excerpt.ts';
import { beginsWithReference } from '../query/stands-alone.ts';
import { tokenizeText } from '../retrieval/tokenized-text-cache.ts';
import { STEP } from './excerpts/page-outline.ts';

/** A single word that is a name, such as `timeout`, `--port` or `read(path)`; a language without spaces and capitals does not tell. */
const NAME = /^[^\s(\p{Lo}]+(?:\s?\(.*\))?$/u;
/** A word with a capital, or in capitals, that may be any title. */
const TITLE = /^\p{Lu}(?:\p{Ll}*|\p{Lu}*)$/u;
/** What parts a name, and the signs that one may begin with. */
const PARTS = /[.:/]/u;
const FIRST_SIGNS = /^[^\p{L}\p{N}]+/u;
/** A reply to a question that a heading asks, which says nothing without it: “Yes!”, “Nein, …”. */
const REPLY =
  /^(?:yes|no|nope|yep|ja|nein|nee|oui|non|si|sí|sì|sim|não|tak|nie|ano|ne|igen|nem|evet|hayır|да|нет|так|ні|ναι|όχι|はい|いいえ|是的?|不是|可以|不可以|네|아니요|예)\s{0,2}[,.;:!–—，。！、]/iu;
/** The value of a setting that the heading names: “True: …”, “false (default): …”. */
const VALUE = /^(?:true|false)\s?[:(–—]/iu;
/** A heading that says when what is below it holds: “If you use Gmail”. */
const CONDITION =
  /^(?:if|when|unless|without|wenn|falls|sofern|ohne|si|lorsque|quand|sans|cuando|sin|se|quando|senza|caso|sem|als|wanneer|zonder|om|när|utan|hvis|når|uden|jeśli|gdy|bez|pokud|když|jos|kun|ha|если|когда|без|якщо|коли)\s|^(?:如果|若|当|當)|(?:場合|とき)(?:は|に)?$/iu;
/** What parts a name from what it means. */
const DESCRIBES = /^\s?:/;
/** A paragraph of at most this many characters may be an entry of a reference. */
const SHORT_ENTRY = 200;
/** A paragraph of at most this many characters that is no sentence may be a label: a date, a category, an author. */
const LONGEST_LABEL = 40;

/**
 * Does an excerpt not say what it is about, so that the heading above it has to? So it is with the entries of a reference, which
 * describe what is named in their heading, with the value of a setting and a step of several, with a reply to what the heading asks,
 * with what holds under a condition that it does not begin with itself, with a note, a list, a table, code, a label or an option
 * that does not have its words, with one of these below the last sentence before it, with what continues or stands for what was said
 * before it (“Then …”, “It …”), and with one short paragraph that has no word of it.
 */
export function needsHeading(excerpt: Excerpt, heading: string): boolean {
  const { passage, start, end } = excerpt;
  const text = passage.text.slice(start, end);
  const blocks = shownBlocks(excerpt);
  const [first, next] = blocks;
  if (first?.kind === 'heading') return false;
  if (first && next && first.start < start && next.kind !== 'paragraph') return true;
  const words = wordsOf(excerpt, first);
  if (beginsWithReference(words, passage.language)) return true;
  if (STEP.test(heading) || VALUE.test(words || text)) return true;
  if (ASKS.test(heading)) return REPLY.test(words);
  const beginning = text.slice(0, beginOf(blocks, start));
  if (NAME.test(heading) && !TITLE.test(heading)) return !hasName(beginning, heading);
  const termsOf = (some: string) => tokenizeText(detach(some), passage.language).terms.flat();
  const hasTerms = (some: string) => {
    const said = new Set(termsOf(some));
    return termsOf(heading).filter((term) => said.has(term)).length;
  };
  const isNote = first?.callout !== undefined;
  const isEntries =
    first !== undefined &&
    (isNote ||
      first.kind !== 'paragraph' ||
      describesName(passage.text, first) ||
      (next !== undefined && isLabel(words, first)));
  if (isEntries || CONDITION.test(heading)) return 2 * hasTerms(beginning) < termsOf(heading).length;
  const isEntry = blocks.length === 1 && blocks[0]?.kind === 'paragraph' && text.length <= SHORT_ENTRY;
  return isEntry && hasTerms(text) === 0;
}

/** Is a paragraph, whose words an excerpt begins with, a line that says something of what the heading names? */
function isLabel(words: string, { start, end }: Block): boolean {
  const line = words.slice(0, end - start);
  return end - start <= LONGEST_LABEL && !endsClause(line);
}

/** Does a paragraph begin with a name in code that it describes, as “`--quiet` : Prints nothing”? */
function describesName(text: string, { start, codeSpans = [] }: Block): boolean {
  const [span] = codeSpans;
  return span?.[0] === start && DESCRIBES.test(text.slice(span[1], span[1] + 2));
}

/** Its words without the marker of an item; none where it begins with a table or code. */
function wordsOf({ passage: { text }, start, end }: Excerpt, first: Block | undefined): string {
  if (first && !isProse(first)) return '';
  const begin = first && first.start >= start ? first.start + markerOf(text, first).length : start;
  return text.slice(begin, end);
}

/** Where the first of the blocks ends, counted from the beginning of the excerpt. */
const beginOf = ([first]: Block[], start: number) => (first?.end ?? start) - start;

/** Has the text the name, without its arguments, or the last part of it? */
function hasName(text: string, heading: string): boolean {
  const [name = ''] = heading.split('(');
  const last = name.split(PARTS).findLast((part) => part !== '') ?? '';
  return text.toLowerCase().includes(last.replace(FIRST_SIGNS, '').toLowerCase());
}
