import { buildCitation } from '../output/build-citation.ts';
import { headingPath } from '../retrieval/heading-path.ts';
import type { AnswerEvent, CitedPassage, Passage, Question } from '../types.ts';
import { escapeInline } from './markdown-text.ts';
import { type Excerpt, renderExcerpt, shownBlocks } from './render-excerpt.ts';

/** Headings shown above an excerpt, the last ones of its path. */
const MAX_PATH = 3;

/**
 * Yields the excerpts as Markdown, each in a block of its own under the path of its headings, which carries its marker. A
 * plain sentence or paragraph needs no path: its marker follows it. Returns the text that was sent.
 */
export async function* quoteExcerpts(
  excerpts: Excerpt[],
  { lead, closing }: { lead: string; closing: string },
  trace: Question['trace'],
): AsyncGenerator<AnswerEvent, string> {
  const citations: CitedPassage[] = [];
  let response = '';
  const send = (delta: string): AnswerEvent => {
    response += delta;
    return { type: 'text', delta };
  };
  if (lead !== '') yield send(lead);
  for (const [at, excerpt] of excerpts.entries()) {
    const plain = lead === '' && at === 0 && isPlain(excerpt);
    const separator = response === '' ? '' : '\n\n';
    const markdown = renderExcerpt(excerpt);
    const marker = ` [${at + 1}]`;
    const opening = plain ? markdown : `**${renderHeadingPath(excerpt.passage, excerpts[at - 1]?.passage)}**`;
    const rest = plain ? marker : `${marker}\n\n${markdown}`;
    const start = response.length + separator.length;
    const answerRange = { start, end: start + opening.length + rest.length };
    const citation = { ...buildCitation(excerpt.passage, excerpt, at + 1, 'quoted'), answerRange };
    yield send(separator + opening);
    citations.push(citation);
    const supported = [{ chunkId: citation.chunkId, marker: citation.id }];
    trace?.sentenceChecked({ sentence: citation.quote, isClaim: true, supported, unsupported: [] });
    yield { type: 'citations', citations: [...citations] };
    yield send(rest);
  }
  if (closing !== '') yield send(`\n\n${closing}`);
  return response;
}

/** A paragraph, or a part of one. */
function isPlain(excerpt: Excerpt): boolean {
  const shown = shownBlocks(excerpt);
  return shown.length === 0 || (shown.length === 1 && shown[0]?.kind === 'paragraph');
}

/** The last headings of a passage; after an excerpt of the same document, those that are not above that one as well. */
function renderHeadingPath(passage: Passage, before: Passage | undefined): string {
  const path = headingPath(passage);
  const shown = before?.sourceId === passage.sourceId ? headingPath(before) : [];
  const differs = path.findIndex((heading, at) => heading !== shown[at]);
  const from = differs === -1 ? path.length - 1 : differs;
  return path
    .slice(Math.max(from, path.length - MAX_PATH))
    .map(escapeInline)
    .join(' › ');
}
