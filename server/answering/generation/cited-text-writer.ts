import { buildCitation } from '../output/build-citation.ts';
import type { AnswerEvent, CitedPassage, Passage } from '../types.ts';
import { createMarkdownEscaper } from './escape-markdown.ts';
import type { Words } from './sentence-buffer.ts';
import type { Support } from './support-check.ts';

/** Writes an answer and its markers as events, and keeps what it has written. */
export interface CitedTextWriter {
  /** Everything written so far. */
  readonly text: string;
  /** By first appearance. */
  readonly citations: CitedPassage[];
  /** Makes words harmless to a Markdown renderer. Call it in the order in which they are written. */
  escape(words: Words): string;
  /** A link in Markdown. `target` must be one that cannot end it. */
  link(label: string, target: string): string;
  write(delta: string): Generator<AnswerEvent>;
  /** Writes the markers of these passages after `separator`, and before them the citations that are new. */
  cite(supports: Support[], separator: string): Generator<AnswerEvent>;
  /** Undefined for a passage that is not cited. */
  citationFor(passage: Passage): CitedPassage | undefined;
}

export function createCitedTextWriter(): CitedTextWriter {
  const escaper = createMarkdownEscaper();
  const citations: CitedPassage[] = [];
  const byPassage = new Map<Passage, CitedPassage>();
  let text = '';

  function* write(delta: string): Generator<AnswerEvent> {
    if (delta === '') return;
    text += delta;
    yield { type: 'text', delta };
  }

  return {
    get text() {
      return text;
    },
    citations,
    escape: (words) =>
      words.type === 'code' && !words.escape ? escaper.verbatim(words.text) : escaper.text(words.text),
    link: (label, target) => escaper.text('[') + escaper.text(label) + escaper.verbatim(`](${target})`),
    write,
    *cite(supports, separator) {
      const before = citations.length;
      for (const support of supports) {
        if (byPassage.has(support.passage)) continue;
        const citation = buildCitation(support.passage, support, citations.length + 1);
        citations.push(citation);
        byPassage.set(support.passage, citation);
      }
      if (citations.length > before) yield { type: 'citations', citations: [...citations] };
      const markers = supports.map(({ passage }) => `[${byPassage.get(passage)?.id}]`).join('');
      if (markers !== '') yield* write(escaper.markers(separator + markers));
    },
    citationFor: (passage) => byPassage.get(passage),
  };
}
