import type { Token, Tokens } from 'marked';
import { isReference, termLevel } from '../text/definition-lists.ts';
import { runsToText } from '../text/text-runs.ts';
import { inlineRuns } from './inline-text.ts';

/** A longer label is a sentence of the list. */
const MAX_LABEL = 120;
/** So ends a sentence, or what leads to the text below. */
const SENTENCE = /[.;,:!]$/;
/** What a list can hold without having labels: it is nested, or spaced. */
const NESTED = /^(?:list|space)$/;

/** An item with a label and a text below it. */
interface Toggle {
  label: Token;
  content: Token[];
}

export interface Toggles {
  /** That of the labels, which are headings. */
  level: number;
  /** Of each item; null for one without a label. */
  items: (Toggle | null)[];
}

/**
 * A list whose items have labels and texts as long as sections, below a heading of level `above`: so Notion exports what opens
 * when its label is pressed. Null for other lists.
 */
export function readToggles(list: Tokens.List, above: number): Toggles | null {
  const level = termLevel(above);
  if (list.ordered || level === null) return null;
  const items = list.items.map(toggleOf);
  const contents = items.flatMap((toggle) => (toggle ? [toggle.content] : []));
  if (contents.length * 2 <= items.length) return null;
  if (!contents.some((content) => content.some(({ type }) => !NESTED.test(type)))) return null;
  const length = contents.flat().reduce((sum, { raw }) => sum + raw.trim().length, 0);
  const isBelow = contents.flat().every((token) => token.type !== 'heading' || (token as Tokens.Heading).depth > level);
  return isBelow && isReference(contents.length, length) ? { level, items } : null;
}

/** The label of an item that has one, in one line, and its text below. */
function toggleOf(item: Tokens.ListItem): Toggle | null {
  const [label, ...content] = item.tokens;
  if (item.task || !label || !/^(?:text|paragraph)$/.test(label.type)) return null;
  if (!content.some(({ type }) => type !== 'space')) return null;
  const text = runsToText(inlineRuns([label])).trim();
  const isLabel = text !== '' && text.length <= MAX_LABEL && !label.raw.trim().includes('\n') && !SENTENCE.test(text);
  return isLabel ? { label, content } : null;
}
