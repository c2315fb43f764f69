import { type ComponentTag, isPlainAside, scanTag } from './component-tags.ts';
import { isAfterGap, isOpen, MAX_FRAMES, type Reading } from './markup-reading.ts';

/** So many lines may a tag have, with the label after it. */
export const MAX_TAG_LINES = 30;
/** So many lines may a note of Notion have. */
const MAX_ASIDE_LINES = 100;
const ASIDE_TAG = /<\/?aside>/g;
/** Elements that hold Markdown in MDX, and in Markdown between empty lines. */
const MARKDOWN_ELEMENT = /^(?:p|div|section|aside|details|summary|center|article|figure|figcaption)$/;

export interface FoundTag {
  tag: ComponentTag;
  rest: string;
  lines: number;
}

/** A tag at the beginning of the text, which may go on over the next lines. `rest` is what follows it on its last line. */
export function findTag(reading: Reading, content: string): FoundTag | null {
  if (!/^<\/?[A-Za-z]/.test(content)) return null;
  const tag = scanTag(content, 0, reading.budget);
  if (tag) return { tag, rest: content.slice(tag.end).trim(), lines: 1 };
  if (content.includes('>') && !content.includes('{')) return null;
  const more = reading.lines.slice(reading.at, reading.at + MAX_TAG_LINES);
  const blank = more.findIndex((line) => !line.trim());
  const joined = [content, ...(blank < 0 ? more : more.slice(0, blank))].join('\n');
  const long = scanTag(joined, 0, reading.budget);
  if (!long) return null;
  const lineEnd = joined.indexOf('\n', long.end);
  return {
    tag: long,
    rest: joined.slice(long.end, lineEnd < 0 ? undefined : lineEnd).trim(),
    lines: joined.slice(0, long.end).split('\n').length,
  };
}

/** Does it hold blocks, or end what does? */
export function isBlockTag(reading: Reading, { tag, rest, lines }: FoundTag): boolean {
  if (tag.kind === 'closing' && !isOpen(reading, `<${tag.name}`)) return false;
  if (/^[A-Z]/.test(tag.name)) return reading.frames.length < MAX_FRAMES || tag.kind === 'closing';
  if (!MARKDOWN_ELEMENT.test(tag.name) || tag.kind === 'empty' || reading.frames.length >= MAX_FRAMES) return false;
  if (tag.kind === 'opening' && isPlainAside(tag) && !isClosedAside(reading, rest)) return false;
  if (reading.isMdx || tag.kind === 'closing') return true;
  const next = (reading.lines[reading.at + lines - 1] ?? '').trim();
  return !rest && isAfterGap(reading) && (next === '' || (isPlainAside(tag) && !next.startsWith('<')));
}

/** Does its end follow soon? Without one, all that follows would be a note. */
function isClosedAside(reading: Reading, rest: string): boolean {
  let open = 1;
  for (const line of [rest, ...reading.lines.slice(reading.at, reading.at + MAX_ASIDE_LINES)]) {
    for (const [tag] of line.matchAll(ASIDE_TAG)) {
      open += tag.startsWith('</') ? -1 : 1;
      if (open === 0) return true;
    }
  }
  return false;
}
