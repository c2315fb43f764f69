import { isDeepStrictEqual } from 'node:util';
import type { Citation, NearestPage, SourceDocumentPart, StreamPart } from '@footnote/sdk/contract';
import type { ApiError } from '../../platform/errors.ts';
import type { AnswerEvent, CitedPassage, Passage } from '../types.ts';
import { EMPTY_ANSWER, reduceAnswer } from './reduce-answer.ts';
import { outcomeOf } from './to-answer.ts';

const TEXT = 't1';
const VERDICTS = { verdict: 'refused', revision: 'revised' } as const;

/** Present citations on the wire. */
export interface PartPresenters {
  citation(cited: CitedPassage): Citation;
  nearest(passages: Passage[]): NearestPage[];
  /** Null if the source has been deleted meanwhile. */
  document(cited: CitedPassage): Promise<SourceDocumentPart | null>;
}

/**
 * The events of an answer as the parts of a UI Message Stream v1, in the same order. Own data goes only into `data-*` parts
 * and `messageMetadata`, because the AI SDK's clients refuse a standard part with an unknown key.
 */
export async function* toUiMessageStream(
  events: AsyncIterable<AnswerEvent>,
  turn: { messageId: string; conversationId: string },
  present: PartPresenters,
): AsyncGenerator<StreamPart> {
  yield { type: 'start', messageId: turn.messageId, messageMetadata: { conversation_id: turn.conversationId } };

  let answer = EMPTY_ANSWER;
  let text: 'not begun' | 'open' | 'closed' = 'not begun';
  for await (const event of events) {
    const before = answer;
    answer = reduceAnswer(answer, event);
    switch (event.type) {
      case 'status':
        yield { type: 'data-status', id: 'status', data: { position: event.position }, transient: true };
        break;

      case 'corrected':
        yield { type: 'data-corrected', id: 'corrected', data: event.corrected };
        break;

      case 'curated':
        yield { type: 'data-curated', id: 'curated', data: event.curated };
        break;

      case 'text':
        if (text === 'not begun') yield { type: 'text-start', id: TEXT };
        text = 'open';
        yield { type: 'text-delta', id: TEXT, delta: event.delta };
        break;

      case 'citations':
        // The text comes first among the parts of a message, also where it begins with what is cited.
        if (text === 'not begun') {
          yield { type: 'text-start', id: TEXT };
          text = 'open';
        }
        yield { type: 'data-citations', id: 'citations', data: answer.citations.map(present.citation) };
        break;

      case 'verdict':
      case 'revision':
        if (text === 'open') yield { type: 'text-end', id: TEXT };
        text = 'closed';
        yield {
          type: 'data-verdict',
          id: 'verdict',
          data: { verdict: VERDICTS[event.type], response: event.response },
        };
        // Only after the verdict: until the text is replaced, its markers need the citations.
        if (!isDeepStrictEqual(before.citations, answer.citations)) {
          yield { type: 'data-citations', id: 'citations', data: answer.citations.map(present.citation) };
        }
        break;

      case 'finish': {
        if (text === 'open') yield { type: 'text-end', id: TEXT };
        text = 'closed';
        const { reason, usage, suggestions, unsupported, nearest } = event;
        if (suggestions.length > 0) yield { type: 'data-suggestions', id: 'suggestions', data: suggestions };
        if (unsupported.length > 0) yield { type: 'data-unsupported', id: 'unsupported', data: unsupported };
        yield* documents(answer.citations, present);
        const pages = nearest && { nearest: present.nearest(nearest) };
        yield { type: 'finish', messageMetadata: { ...outcomeOf(reason, answer), ...pages, usage } };
      }
    }
  }
}

/** Each cited source once, in the order of their markers. */
async function* documents(cited: CitedPassage[], present: PartPresenters): AsyncGenerator<SourceDocumentPart> {
  const named = new Set<string>();
  for (const citation of cited) {
    if (named.has(citation.source_id)) continue;
    named.add(citation.source_id);
    const part = await present.document(citation);
    if (part) yield part;
  }
}

/** The last parts of a stream that fails after its first part. */
export function toErrorParts(error: ApiError): StreamPart[] {
  return [
    { type: 'data-error', data: { code: error.code, retryable: error.retryable }, transient: true },
    { type: 'error', errorText: error.message },
  ];
}
