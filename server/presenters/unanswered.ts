import type { NearPassage, UnansweredGroup } from '@footnote/sdk/contract';
import type { NearestPassage } from '../answering/types.ts';
import type { UnansweredQuestion } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

const MAX_QUESTIONS = 50;

export function presentUnanswered(group: {
  id: string;
  question: string;
  questions: UnansweredQuestion[];
  passages: NearestPassage[];
  curatedId: string | null;
}): UnansweredGroup {
  return {
    id: group.id,
    question: group.question,
    count: group.questions.length,
    unsure_count: group.questions.filter(({ finishReason }) => finishReason === 'unsure').length,
    last_asked_at: timestamp(group.questions[0]?.askedAt ?? 0),
    questions: group.questions.slice(0, MAX_QUESTIONS).map((question) => ({
      message_id: question.messageId,
      conversation_id: question.conversationId,
      text: question.text,
      finish_reason: question.finishReason,
      asked_at: timestamp(question.askedAt),
    })),
    passages: group.passages.map(presentNear),
    curated_answer_id: group.curatedId,
  };
}

function presentNear({ passage, score }: NearestPassage): NearPassage {
  return {
    chunk_id: passage.chunkId,
    source_id: passage.sourceId,
    title: passage.title,
    ...(passage.headings.length > 0 && { heading: passage.headings.join(' › ') }),
    ...(passage.page !== null && { page: passage.page }),
    text: passage.text,
    score: Math.round(score * 1_000) / 1_000,
  };
}
