import type { AnswerEvent, CitedPassage, FinishReason } from '../answering/types.ts';
import type { NewMessage, StoredCitation } from '../store/types.ts';
import { untilAborted } from './until-aborted.ts';

/** What is kept of an answer, however it ends. */
export interface RecordedAnswer extends Pick<NewMessage, 'text' | 'citations' | 'usage'> {
  finishReason: FinishReason;
  /** When its first words came, by the given clock; null where none did. */
  firstTextAt: number | null;
}

/**
 * Passes the events on and has what they add up to kept, once: as the last event passes, or as far as it came where the
 * signal aborts, the events fail or the reader stops before that.
 */
export async function* recordAnswer(
  events: AsyncGenerator<AnswerEvent>,
  { signal, now, keep }: { signal: AbortSignal; now: () => number; keep: (answer: RecordedAnswer) => Promise<void> },
): AsyncGenerator<AnswerEvent> {
  let text = '';
  let citations: CitedPassage[] = [];
  let finish: Extract<AnswerEvent, { type: 'finish' }> | null = null;
  let failed = false;
  let firstTextAt: number | null = null;
  let kept: Promise<void> | null = null;
  const keepOnce = () => {
    const finishReason = finish?.reason ?? (failed ? 'error' : 'aborted');
    kept ??= keep({ text, citations: citations.map(stored), finishReason, usage: finish?.usage ?? null, firstTextAt });
    return kept;
  };
  // At once, and not when the next event is asked for: a reader that has stopped reading asks for none.
  const abort = () => keepOnce().catch(() => undefined);
  signal.addEventListener('abort', abort);
  try {
    for await (const event of untilAborted(events, signal)) {
      if (event.type === 'text') {
        text += event.delta;
        firstTextAt ??= now();
      } else if (event.type === 'verdict') {
        text = event.response;
        citations = [];
      } else if (event.type === 'citations') citations = event.citations;
      else if (event.type === 'finish') finish = event;
      // The last event waits for the answer to be on disk: who has read it may ask the next question.
      if (event.type !== 'finish') yield event;
    }
  } catch (error) {
    failed = !signal.aborted;
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    await keepOnce();
  }
  if (finish) yield finish;
}

function stored({ id, source_id, chunkId, title, page, heading, text, quote, ...rest }: CitedPassage): StoredCitation {
  const { quoteStart, quoteEnd, address, indexedAt } = rest;
  const shown = { title, page: page ?? null, heading: heading ?? null, text, quote };
  return { id, sourceId: source_id, chunkId, ...shown, quoteStart, quoteEnd, address, indexedAt };
}
