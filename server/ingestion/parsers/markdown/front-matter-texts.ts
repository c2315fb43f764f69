import { CORE_SCHEMA, load } from 'js-yaml';

/** A heading or a text in Markdown. The level is 1 for the outermost. */
export interface FrontMatterText {
  heading: boolean;
  level: number;
  text: string;
}

const HEADINGS = /^(?:title|heading|header|headline|question|name|label)$/i;
const PROSE =
  /^(?:description|summary|subtitle|subheading|tagline|lead|intro|introduction|body|text|content|copy|answer|details|paragraphs?|caption|note|message|blurb|excerpt|items|points|steps|list|bullets)$/i;
/** A shorter value is the name of something. */
const PROSE_WORDS = /\S\s+\S+\s+\S/;
/** However short it is: “Yes”. */
const ANSWER = /^answer$/i;
/** A sentence of this many words is prose under any key but these. */
const WORDS_OF_SENTENCE = 6;
const SENTENCE_END = /[.!?。！？](?:\s|$)/;
const PROGRAM = /script|style|css|code/i;
/** Where sections are written side by side: `text1`, `text2`. */
const NUMBER = /(?<!\d)\d+$/;
const MAX_DEPTH = 12;
const MAX_LEVEL = 6;

/**
 * The prose in the front matter of a page that is made of it: of landing pages, whose sections stand in lists. Values count by
 * their keys, and sentences under any, in order; the title and the description of the page itself are not among them. Empty where there is none.
 */
export function frontMatterTexts(yaml: string): FrontMatterText[] {
  const texts: FrontMatterText[] = [];
  // Aliases are read once, however often they are used.
  const seen = new Set<unknown>();
  const addMap = (map: object, level: number, depth: number) => {
    const heading =
      depth === 0 ? undefined : Object.entries(map).find(([key, value]) => HEADINGS.test(key) && isText(value));
    if (heading) texts.push({ heading: true, level, text: heading[1] });
    for (const [key, value] of Object.entries(map)) {
      const isOwn = depth === 0 && key === 'description';
      if (key !== heading?.[0] && !isOwn) addValue(key, value, heading ? level + 1 : level, depth + 1);
    }
  };
  const addValue = (key: string, value: unknown, level: number, depth: number) => {
    if (depth > MAX_DEPTH || seen.has(value)) return;
    if (typeof value === 'object') seen.add(value);
    if (isText(value)) {
      if (isProse(key.replace(NUMBER, '').replace(/[-_]$/, ''), value))
        texts.push({ heading: false, level, text: value });
    } else if (Array.isArray(value)) for (const one of value) addValue(key, one, level, depth + 1);
    else if (value && typeof value === 'object') addMap(value, Math.min(MAX_LEVEL, level), depth);
  };
  addValue('', parsed(yaml), 2, 0);
  return texts.some(({ heading }) => !heading) ? texts : [];
}

function isProse(key: string, value: string): boolean {
  if (ANSWER.test(key) || (PROSE.test(key) && PROSE_WORDS.test(value))) return true;
  return !PROGRAM.test(key) && value.split(/\s+/).length >= WORDS_OF_SENTENCE && SENTENCE_END.test(value);
}

const isText = (value: unknown): value is string => typeof value === 'string' && /\p{L}/u.test(value);

function parsed(yaml: string): unknown {
  try {
    return load(yaml, { schema: CORE_SCHEMA });
  } catch {
    return null;
  }
}
