import { passageMarkdown } from '../extractive/render-excerpt.ts';
import { buildCitation } from '../output/build-citation.ts';
import type { AnswerEvent, CitedPassage, Passage } from '../types.ts';
import { createMarkdownEscaper } from './markers/escape-markdown.ts';
import type { Words } from './markers/sentence-buffer.ts';
import type { Support } from './support/support-check.ts';

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
  /** Writes the markers of these passages after `separator`, and before them the citations if one is new or has changed. */
  cite(supports: Support[], separator: string): Generator<AnswerEvent>;
  /** Undefined for a passage that is not cited. */
  citationFor(passage: Passage): CitedPassage | undefined;
}

export function createCitedTextWriter(): CitedTextWriter {
  const escaper = createMarkdownEscaper();
  const citations: CitedPassage[] = [];
  const byPassage = new Map<Passage, CitedPassage>();

  /** Returns false if the passage is cited already, and as it is to be. */
  function addCitation({ passage, start, end, isQuote }: Support): boolean {
    const known = byPassage.get(passage);
    if (known && (isQuote || known.support === 'checked')) return false;
    const citation: CitedPassage = known
      ? { ...known, support: 'checked' }
      : {
          ...buildCitation(passage, { start, end }, citations.length + 1, isQuote ? 'quoted' : 'checked'),
          markdown: passageMarkdown(passage, { start, end }),
        };
    citations[citation.id - 1] = citation;
    byPassage.set(passage, citation);
    return true;
  }

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
      const changes = supports.map(addCitation);
      if (changes.includes(true)) yield { type: 'citations', citations: [...citations] };
      const markers = supports.map(({ passage }) => `[${byPassage.get(passage)?.id}]`).join('');
      if (markers !== '') yield* write(escaper.markers(separator + markers));
    },
    citationFor: (passage) => byPassage.get(passage),
  };
}
