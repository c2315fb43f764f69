import { plainText } from '../markdown.ts';

/** Milliseconds between two announcements of a growing answer, so that each can be heard out. */
const PACE = 1000;

/** Reads an answer out while it comes: each sentence once, as soon as it is finished. */
export class Announcer {
  readonly #say: (words: string) => void;
  /** Sentences of the answer that have been said. */
  #said = 0;
  #saidAt = 0;

  constructor(say: (words: string) => void) {
    this.#say = say;
  }

  /** Another answer begins, or other words take the place of those so far. */
  begin(): void {
    this.#said = 0;
    this.#saidAt = 0;
  }

  /** The answer's text so far: its last sentence may still go on. */
  grow(text: string, language: string): void {
    if (Date.now() - this.#saidAt > PACE) this.#announce(sentences(text, language).slice(0, -1));
  }

  /** The whole text. */
  end(text: string, language: string): void {
    this.#announce(sentences(text, language));
  }

  #announce(finished: string[]): void {
    const more = finished.slice(this.#said).join(' ').trim();
    if (!more) return;
    this.#said = finished.length;
    this.#saidAt = Date.now();
    this.#say(more);
  }
}

function sentences(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return Array.from(segmenter.segment(plainText(text)), ({ segment }) => segment.trim());
}
