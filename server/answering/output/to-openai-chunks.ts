import type { ChatCompletionChunk, Citation, CompletionFinishReason } from '@footnote/sdk/contract';
import type { AnswerEvent, CitedPassage, FinishReason } from '../types.ts';
import { EMPTY_ANSWER, reduceAnswer } from './reduce-answer.ts';
import { outcomeOf } from './to-answer.ts';

/** The fields that all chunks of one completion share. */
interface CompletionHead {
  id: string;
  /** Epoch seconds. */
  created: number;
  model: string;
}

/**
 * The events of an answer as OpenAI's chunks. Each delta waits for the next one, because the last of them carries the
 * citations. This format cannot take back what was sent, so a verdict, or
 * what a revision adds, follows it.
 */
export async function* toOpenAiChunks(
  events: AsyncIterable<AnswerEvent>,
  head: CompletionHead,
  options: { includeUsage: boolean; citation: (cited: CitedPassage) => Citation },
): AsyncGenerator<ChatCompletionChunk> {
  const frame = {
    ...head,
    object: 'chat.completion.chunk' as const,
    ...(options.includeUsage && { usage: null }),
  };
  const chunk = (
    delta: { role?: 'assistant'; content?: string },
    finish_reason: CompletionFinishReason | null = null,
  ): ChatCompletionChunk => ({ ...frame, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });

  yield chunk({ role: 'assistant', content: '' });
  let answer = EMPTY_ANSWER;
  let held = '';
  for await (const event of events) {
    answer = reduceAnswer(answer, event);
    switch (event.type) {
      case 'text':
        if (held !== '') yield chunk({ content: held });
        held = event.delta;
        break;

      case 'verdict':
      case 'revision': {
        const addition = event.type === 'verdict' ? event.response : event.addition;
        if (addition === '') break;
        if (held !== '') yield chunk({ content: held });
        held = held === '' ? addition : `\n\n${addition}`;
        break;
      }

      case 'finish':
        yield {
          ...chunk({ content: held }),
          citations: answer.citations.map(options.citation),
          ...(answer.corrected && { corrected: answer.corrected }),
          ...(answer.curated && { curated: answer.curated }),
          ...outcomeOf(event.reason, answer),
        };
        yield chunk({}, toOpenAiFinishReason(event.reason));
        if (options.includeUsage) yield { ...frame, choices: [], usage: event.usage };
    }
  }
}

/** OpenAI's finish reason; a refusal is a complete answer there. */
export function toOpenAiFinishReason(reason: FinishReason): CompletionFinishReason {
  return reason === 'length' ? 'length' : 'stop';
}
