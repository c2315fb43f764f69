import type { Passage } from '../types.ts';
import { adjustLogits, type RankedPassage } from './feature-rerank.ts';
import { tokenizeHeading, tokenizeText } from './tokenized-text-cache.ts';

/** A longer passage tells something. In characters. */
const MAX_LENGTH = 120;
/**
 * So many terms that its headings do not have tell something: “Get information about a setup key” has three beside “Retrieve a Setup
 * Key”.
 */
const TELLING_TERMS = 4;
/** “See the guide here”, “For the settings, see the guide”: it only says where something is told. Of one sentence. */
const REFERS =
  /^(?:for [^.,]{1,80}, )?(?:please )?(?:see|read|refer to|check|visit|siehe|lies|voir|consultez|véase|consulte|consulta|vedi|veja|zie)(?![\p{L}\p{N}])/iu;
/** “Changing the password is described here”, “This section describes the settings”: it only says what follows. */
const ANNOUNCES =
  /^(?:this|the following) (?:article|chapter|document|guide|page|section|topic)s? (?:cover|deal with|describe|explain|list)s?(?![\p{L}\p{N}])/iu;
const IS_ANNOUNCED =
  /(?<![\p{L}\p{N}])(?:is|are) (?:covered|described|discussed|documented|explained|listed|shown) (?:below|here|in (?:this|the following) (?:article|chapter|document|guide|page|section|topic)s?)[.:]?$/iu;
/** By how much a passage that says nothing is less likely the one, in logits: it is where nothing else was found. */
const EMPTY_LOGIT = 5;

/**
 * “Creates a setup key” below “Create a Setup Key”, as references of an API have it, has all words of the question what a setup
 * key is, and nothing else. So has “See the guide here” below it, or “Keys are described here”. What says more comes first.
 */
export const rankEmptyPassagesLower = (ranked: RankedPassage[]): RankedPassage[] =>
  adjustLogits(ranked, ({ passage }) => sectionsOf(passage).every(saysNothing), -EMPTY_LOGIT);

/** The sections of a passage that is several short ones, each with its heading above it; else the passage. */
function sectionsOf(passage: Passage): Passage[] {
  const { blocks, text, headings } = passage;
  const heads = blocks.filter(({ kind }) => kind === 'heading');
  if (heads.length < 2 || blocks[0]?.kind !== 'heading') return [passage];
  const sections = heads.map(({ start, end }, at): Passage => {
    const until = heads[at + 1]?.start ?? text.length;
    const within = blocks.filter((block) => block.start >= end && block.end <= until);
    return {
      ...passage,
      text: text.slice(end, until).trim(),
      blocks: within,
      headings: [...headings, text.slice(start, end)],
    };
  });
  const told = sections.filter((section) => section.text !== '');
  return told.length > 0 ? told : [passage];
}

/** Code, rows and figures tell something. */
function saysNothing(passage: Passage): boolean {
  const { text, blocks } = passage;
  if (text.length > MAX_LENGTH || /\p{N}/u.test(text)) return false;
  if (blocks.some(({ kind, codeSpans }) => codeSpans || (kind !== 'paragraph' && kind !== 'heading'))) return false;
  return (isOneSentence(text) && onlyPoints(text)) || restatesHeading(passage);
}

/** Not with what a colon leads into either. */
const isOneSentence = (text: string) => !/[.!?:]\s/.test(text);

const onlyPoints = (text: string) => REFERS.test(text) || ANNOUNCES.test(text) || IS_ANNOUNCED.test(text);

/** Is it in hardly any other words than its headings? */
function restatesHeading({ text, language, title, headings }: Passage): boolean {
  const above = new Set([title, ...headings].flatMap((heading) => tokenizeHeading(heading, language).terms));
  const said = new Set(tokenizeText(text, language).terms.flat());
  const more = [...said].filter((term) => !above.has(term));
  return more.length < said.size && more.length < TELLING_TERMS;
}
