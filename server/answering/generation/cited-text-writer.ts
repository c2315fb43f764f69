import { endsWide } from '../../language/sentences/wide-punctuation.ts';
import { buildCitation } from '../output/build-citation.ts';
import { passageMarkdown } from '../passages/render-excerpt.ts';
import type { AnswerEvent, CitedPassage, Passage } from '../types.ts';
import type { Words } from './markers/sentence-buffer.ts';
import type { Support } from './support/assess-support.ts';

/** Between two characters that together would begin a citation, a link, an image, a link definition, or HTML. */
const MARKUP_PAIRS = /(?<=\[)(?=\d|\^)|(?<=\])(?=[(:[])|(?<=!)(?=\[)|(?<=<)(?=[\p{L}/!?])/gu;

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
      if (markers === '') return;
      yield* write(escaper.markers((separator === ' ' && endsWide(text) ? '' : separator) + markers));
    },
    citationFor: (passage) => byPassage.get(passage),
  };
}

/**
 * Makes what a model writes harmless to any Markdown renderer: it cites nothing, links to nothing and loads nothing. A
 * space between the two characters that would begin such markup is enough and stays readable. Text may be split anywhere.
 */
function createMarkdownEscaper() {
  let last = '';
  let lineHasWords = false;
  let mayHaveColon = false;
  const passThrough = (piece: string) => {
    const lineStart = piece.lastIndexOf('\n') + 1;
    lineHasWords = (lineHasWords && lineStart === 0) || /\p{L}/u.test(piece.slice(lineStart));
    last = piece.at(-1) ?? last;
    mayHaveColon = mayHaveColon && piece === '';
    return piece;
  };
  return {
    text(piece: string): string {
      if (mayHaveColon && piece.startsWith(':')) last = '';
      const escaped = (last + piece).replace(MARKUP_PAIRS, ' ').slice(last.length);
      return passThrough(escaped);
    },
    /** For code, and for Markdown that the server writes. */
    verbatim: passThrough,
    /** For the server's own markers. Behind words, a colon after one begins no link definition. */
    markers(piece: string): string {
      passThrough(piece);
      mayHaveColon = lineHasWords && !piece.includes('\n');
      return piece;
    },
  };
}
