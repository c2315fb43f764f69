import { endsWide } from '../../language/sentences/wide-punctuation.ts';
import { markerOf } from '../../store/types/block-text.ts';
import type { Block } from '../../store/types.ts';
import { buildCitation } from '../output/build-citation.ts';
import { isProse } from '../passages/group-blocks.ts';
import { escapeInline } from '../passages/markdown-text.ts';
import { type Excerpt, passageMarkdown, quoteOf, renderExcerpt, shownBlocks } from '../passages/render-excerpt.ts';
import { headingPath } from '../retrieval/heading-path.ts';
import { releaseHeading } from '../retrieval/releases.ts';
import type { AnswerEvent, CitedPassage, Passage, Question } from '../types.ts';
import { needsHeading } from './needs-heading.ts';

/** What is shown of the documents, with what is sent besides, and how the answer ends. */
export interface Quotes {
  excerpts: Excerpt[];
  reason: 'stop' | 'unsure';
  /** Stands before the excerpts; empty for an answer that we are sure of. */
  lead: string;
  /** Stands after them: whom to ask, if we are not sure. */
  closing: string;
  /** What follows a list, a table or code of which a part is left out. */
  more: (count: number | null) => string;
  /** Names the sections of the page that an excerpt opens. */
  outline: (sections: string[]) => string;
  /** Shown above an excerpt: the questions of a message that it answers. */
  leads?: ReadonlyMap<Excerpt, string>;
}

/**
 * Yields the excerpts as Markdown. The first one begins with the answer itself, if that says what it is about;
 * each of another section is below its last heading.
 * The marker follows the words that are quoted. They are not in bold: of 526 answers of which we are sure, the sentence that says
 * most of the question holds the answer itself in 106. Returns the text that was sent.
 */
export async function* quoteExcerpts(
  { excerpts, lead, closing, more, outline, leads }: Omit<Quotes, 'reason'>,
  trace: Question['trace'],
): AsyncGenerator<AnswerEvent, string> {
  const citations: CitedPassage[] = [];
  const headings = chooseHeadings(excerpts);
  let response = lead;
  if (lead !== '') yield { type: 'text', delta: lead };
  for (const [at, excerpt] of excerpts.entries()) {
    const { passage } = excerpt;
    const marker = `[${at + 1}]`;
    const quote = quoteOf(excerpt);
    const text = renderExcerpt(belowHeadings(excerpt), {
      cite: { at: quote.end, marker: `${gapAfter(passage.text.slice(0, quote.end))}${marker}` },
      more: (count) => `${more(count)} ${marker}`,
    });
    const heading = headings[at] ? `### ${escapeInline(headings[at])}\n\n` : '';
    const isMarked = isInProse(excerpt, quote.end) || text.endsWith(marker);
    const marked = `${text}${isMarked ? '' : `${endsInProse(excerpt) ? gapAfter(text) : '\n\n'}${marker}`}`;
    const sections = excerpt.outline?.length ? `\n\n${outline(excerpt.outline.map(escapeInline))}` : '';
    const shown = `${heading}${marked}${sections}`;
    const above = leads?.get(excerpt);
    const separator = `${response === '' ? '' : '\n\n'}${above === undefined ? '' : `${above}\n\n`}`;
    const start = response.length + separator.length;
    const citation: CitedPassage = {
      ...buildCitation(passage, quote, at + 1, 'quoted'),
      markdown: passageMarkdown(passage, quote, excerpt.goesOn),
      answerRange: { start, end: start + shown.length },
    };
    citations.push(citation);
    const supported = [{ chunkId: citation.chunkId, marker: citation.id }];
    trace?.sentenceChecked({ sentence: citation.quote, isClaim: true, supported, unsupported: [] });
    yield { type: 'citations', citations: [...citations] };
    response += separator + shown;
    yield { type: 'text', delta: separator + shown };
  }
  if (closing !== '') {
    response += `\n\n${closing}`;
    yield { type: 'text', delta: `\n\n${closing}` };
  }
  return response;
}

/** A heading of one word with a capital, or in capitals. */
const SINGLE_WORD = /^\p{Lu}(?:\p{Ll}+|\p{Lu}*)$/u;

/** What is between words and a marker. */
const gapAfter = (text: string) => (endsWide(text) ? '' : ' ');

/** Is this place in running text, which a marker can follow? */
function isInProse(excerpt: Excerpt, at: number): boolean {
  const shown = shownBlocks(excerpt);
  const { text } = excerpt.passage;
  // No marker goes into the number of an item, although “7.” may be taken for a sentence.
  return (
    shown.length === 0 ||
    shown.some((block) => isProse(block) && block.start + markerOf(text, block).length < at && at <= block.end)
  );
}

/** A marker without a place follows the last words; below code or a table it stands alone. */
function endsInProse(excerpt: Excerpt): boolean {
  const last = shownBlocks(excerpt).at(-1);
  return last !== undefined && isProse(last);
}

/**
 * The heading above each excerpt: one of its path, and those that it begins with, in one line: “Images › In a gallery”. A single word
 * says little without the one above it: “Add a file › Examples”. The title of a page is left out where some of that is shown already.
 */
function chooseHeadings(excerpts: Excerpt[]): string[] {
  const shown = new Set<string>();
  return excerpts.map((excerpt, at) => {
    const { passage } = excerpt;
    const isKnown = excerpts.slice(0, at).some((other) => other.passage.sourceId === passage.sourceId);
    const above = headingAbove(excerpts, at, shown);
    const own = ownHeadings(excerpt).map(({ start, end }) => passage.text.slice(start, end));
    const isTitle = own.length > 0 && isKnown && above === passage.title;
    const names = [isTitle ? undefined : above, ...own].filter((name) => name !== undefined);
    const parent = SINGLE_WORD.test(names[0] ?? '') ? parentOf(names[0] ?? '', passage) : '';
    if (parent !== '' && !shown.has(parent) && !(isKnown && parent === passage.title)) names.unshift(parent);
    for (const name of headingsIn(excerpt)) shown.add(name);
    return names.join(' › ');
  });
}

/** What is above a heading of the path of a passage, or in it; empty where that has its word. */
function parentOf(heading: string, passage: Passage): string {
  const path = headingPath(passage);
  const at = path.lastIndexOf(heading);
  const parent = path[at === -1 ? path.length - 1 : at - 1] ?? '';
  return parent.toLowerCase().includes(heading.toLowerCase()) ? '' : parent;
}

const headingsIn = (excerpt: Excerpt): string[] =>
  shownBlocks(excerpt)
    .filter(({ kind }) => kind === 'heading')
    .map(({ start, end }) => excerpt.passage.text.slice(start, end));

/**
 * The heading of its path above an excerpt, none of them twice: the last one that was not shown. None above the first one, unless
 * that does not say what it is about, and above another part of the section before it. Sections of one name are told apart by what is
 * above them: “Phone › Add a room”. What a release brought is always below its heading, which says which one and when.
 */
function headingAbove(excerpts: Excerpt[], at: number, shown: Set<string>): string | undefined {
  const excerpt = excerpts[at] as Excerpt;
  const { passage } = excerpt;
  const before = excerpts[at - 1]?.passage;
  if (before && isSameSection(before, passage)) return undefined;
  const path = headingPath(passage);
  const release = releaseHeading(passage);
  const within = release === null ? path : path.slice(path.lastIndexOf(release) + 1);
  const heading = within.findLast((one) => !shown.has(one));
  if (release !== null && !shown.has(release)) {
    shown.add(release).add(heading ?? release);
    return heading === undefined ? release : `${release} › ${heading}`;
  }
  if (excerpt.apart !== undefined && path.at(-1) === heading) return `${excerpt.apart} › ${heading}`;
  if (heading === undefined || (!before && !needsHeading(withoutOwnHeading(excerpt), heading))) return undefined;
  shown.add(heading);
  return heading;
}

const isSameSection = (one: Passage, other: Passage) =>
  one.sourceId === other.sourceId && headingPath(one).join('\n') === headingPath(other).join('\n');

/** The headings that an excerpt begins with, but for that of its section, if there is more below them. */
function ownHeadings(excerpt: Excerpt): Block[] {
  const blocks = shownBlocks(withoutOwnHeading(excerpt));
  const next = blocks.findIndex(({ kind }) => kind !== 'heading');
  return blocks.slice(0, Math.max(next, 0));
}

function belowHeadings(excerpt: Excerpt): Excerpt {
  const own = withoutOwnHeading(excerpt);
  const last = ownHeadings(excerpt).at(-1);
  return last ? { ...own, start: last.end } : own;
}

/** The heading of its section stands above the excerpt, or with its citation. */
function withoutOwnHeading(excerpt: Excerpt): Excerpt {
  const [first, next] = shownBlocks(excerpt);
  const text = first && excerpt.passage.text.slice(first.start, first.end);
  const isOwn = first?.kind === 'heading' && next !== undefined && headingPath(excerpt.passage).includes(text ?? '');
  return isOwn ? { ...excerpt, start: next.start } : excerpt;
}
