import type { ChatAnswer, StreamPart } from '../contract/index.ts';

/** An empty answer, to start with before the first part. */
export function emptyAnswer(): ChatAnswer {
  return {
    response: '',
    conversation_id: '',
    citations: [],
    message_id: '',
    finish_reason: 'aborted',
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    suggestions: [],
    unsupported: [],
  };
}

/** Adds a part to an answer. After the last part it equals the response without streaming. */
export function withPart(answer: ChatAnswer, part: StreamPart): ChatAnswer {
  switch (part.type) {
    case 'start':
      return { ...answer, ...part.messageMetadata, message_id: part.messageId };
    case 'text-delta':
      return { ...answer, response: answer.response + part.delta };
    case 'data-corrected':
      return { ...answer, corrected: part.data };
    case 'data-curated':
      return { ...answer, curated: part.data };
    case 'data-citations':
      return { ...answer, citations: part.data };
    case 'data-verdict':
      return {
        ...answer,
        response: part.data.response,
        citations: part.data.verdict === 'refused' ? [] : answer.citations,
      };
    case 'data-suggestions':
      return { ...answer, suggestions: part.data };
    case 'data-unsupported':
      return { ...answer, unsupported: part.data };
    case 'finish':
      return { ...answer, ...part.messageMetadata };
    default:
      // Parts that are not in the answer, and parts of newer servers.
      return answer;
  }
}
