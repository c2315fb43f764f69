import type { NearPassage, UnansweredGroup, WeakAnswerGroup } from '@footnote/sdk/contract';
import type { NearestPassage } from '../answering/types.ts';
import type { SureAnswer, UnansweredQuestion } from '../store/types.ts';
import { roundedCertainty } from './rounded-certainty.ts';
import { timestamp } from './timestamp.ts';

const MAX_QUESTIONS = 50;

/** Questions that ask for the same, newest first. */
interface Group<Asked> {
  id: string;
  question: string;
  questions: Asked[];
  curatedId: string | null;
}

export function presentUnanswered(group: Group<UnansweredQuestion> & { passages: NearestPassage[] }): UnansweredGroup {
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

export function presentWeakAnswers(group: Group<SureAnswer>): WeakAnswerGroup {
  return {
    id: group.id,
    question: group.question,
    count: group.questions.length,
    certainty: roundedCertainty(Math.min(...group.questions.map(({ certainty }) => certainty))),
    last_asked_at: timestamp(group.questions[0]?.askedAt ?? 0),
    questions: group.questions.slice(0, MAX_QUESTIONS).map((question) => ({
      message_id: question.messageId,
      conversation_id: question.conversationId,
      text: question.text,
      certainty: roundedCertainty(question.certainty),
      asked_at: timestamp(question.askedAt),
    })),
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
