import type { TextRange, TokenUsage } from '@footnote/sdk/contract';
import type { AnswerEvent, CitedPassage, FinishReason, NoSourcesReason } from '../types.ts';

/** A whole answer: what is left when every event has happened. */
export interface Answer {
  text: string;
  citations: CitedPassage[];
  usage: TokenUsage;
  suggestions: string[];
  unsupported: TextRange[];
  finishReason: FinishReason;
  noSources?: NoSourcesReason;
}

/** Drains the events into one answer. A verdict replaces the words and the citations before it. */
export async function toAnswer(events: AsyncIterable<AnswerEvent>): Promise<Answer> {
  const answer: Answer = {
    text: '',
    citations: [],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    suggestions: [],
    unsupported: [],
    finishReason: 'stop',
  };
  for await (const event of events) {
    switch (event.type) {
      case 'text':
        answer.text += event.delta;
        break;
      case 'citations':
        answer.citations = event.citations;
        break;
      case 'verdict':
        answer.text = event.response;
        answer.citations = [];
        break;
      case 'finish':
        answer.usage = event.usage;
        answer.suggestions = event.suggestions;
        answer.unsupported = event.unsupported;
        answer.finishReason = event.reason;
        if (event.noSources) answer.noSources = event.noSources;
    }
  }
  return answer;
}

/** How an answer ended, and why where no document could answer. */
export function outcomeOf(
  finish_reason: FinishReason,
  reason: NoSourcesReason | undefined,
): { finish_reason: FinishReason; reason?: NoSourcesReason } {
  return { finish_reason, ...(reason && { reason }) };
}
