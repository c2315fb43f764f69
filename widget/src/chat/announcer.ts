import { plainText } from '../text/markdown.ts';

/** Milliseconds between two announcements of a growing answer, so that a screen reader can finish each. */
const MIN_INTERVAL_MS = 1000;

/** Announces an answer to screen readers as it grows: each sentence once, as soon as it is complete. */
export class Announcer {
  readonly #announce: (text: string) => void;
  /** The number of sentences that have been announced. */
  #announced = 0;
  #announcedAt = 0;

  constructor(announce: (text: string) => void) {
    this.#announce = announce;
  }

  /** Starts again: with another answer, or when a refusal or a revision replaces the text so far. */
  reset(): void {
    this.#announced = 0;
    this.#announcedAt = 0;
  }

  /** Takes the answer's text so far. Its last sentence may not be complete. */
  update(text: string, language: string): void {
    if (Date.now() - this.#announcedAt > MIN_INTERVAL_MS) this.#announceNew(sentences(text, language).slice(0, -1));
  }

  /** Takes the complete text. */
  finish(text: string, language: string): void {
    this.#announceNew(sentences(text, language));
  }

  #announceNew(complete: string[]): void {
    const rest = complete.slice(this.#announced).join(' ').trim();
    if (!rest) return;
    this.#announced = complete.length;
    this.#announcedAt = Date.now();
    this.#announce(rest);
  }
}

function sentences(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return Array.from(segmenter.segment(plainText(text)), ({ segment }) => segment.trim());
}
