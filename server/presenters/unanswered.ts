import type { NearPassage, UnansweredGroup, WeakAnswerGroup } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { NearestPassage } from '../answering/types.ts';
import type { SureAnswer, UnansweredQuestion } from '../store/types.ts';
import { roundedCertainty } from './conversations.ts';
import { count, field, id, optional, shape, text, time, timestamp } from './shape.ts';

const question = shape('UnansweredQuestion', 'A question with a refused or unsure answer.', {
  message_id: id('msg', 'The answer’s id.'),
  conversation_id: id('conv', 'The conversation of the question.'),
  text: text('The question.', 'Do you ship to Chile?'),
  finish_reason: field(
    z.enum(['refused', 'unsure']),
    '`refused`: the documents do not answer. `unsure`: the answer shows only the closest passages.',
    'refused',
  ),
  asked_at: time('The time of the answer.'),
});

const passage = shape('NearPassage', 'A passage that comes close to an answer.', {
  chunk_id: text('The passage’s id.', '4711'),
  source_id: id('src', 'The source of the passage.'),
  title: text('The source’s title.', 'Shipping'),
  heading: text('The headings above the passage; absent if there are none.', 'Shipping › Countries').exactOptional(),
  page: optional(z.int(), 'The page; absent if the document has no pages.', 3),
  text: text('The text, verbatim.', 'We ship to Argentina and Peru.'),
  score: field(z.number(), 'The relevance of the passage. Scores are comparable within one group only.', 1.4),
});

export const unansweredGroup = shape(
  'UnansweredGroup',
  'Questions with the same meaning and a refused or unsure answer.',
  {
    id: id('msg', 'The id of the group’s first answer. It stays the same while the group grows.'),
    question: text('The most typical question of the group.', 'Do you ship to Chile?'),
    count: count('The number of questions.', 4),
    unsure_count: count('The number of questions with an unsure answer. The others were refused.', 1),
    last_asked_at: time('The time of the latest question.'),
    questions: field(z.array(question), 'The questions, newest first; at most 50.'),
    passages: field(z.array(passage), 'The passages that come closest to an answer, best first; at most three.'),
    curated_answer_id: field(
      z.string().nullable(),
      'The curated answer that the question gets now; `null` if it gets none.',
      null,
    ),
  },
);

const weakAnswer = shape('WeakAnswer', 'A question whose answer was given as sure.', {
  message_id: id('msg', 'The answer’s id.'),
  conversation_id: id('conv', 'The conversation of the question.'),
  text: text('The question.', 'Is the filter free of plastic?'),
  certainty: field(
    z.number().min(0).max(1),
    'How likely the documents answer, as the search judged, from 0 to 1.',
    0.41,
  ),
  asked_at: time('The time of the answer.'),
});

export const weakAnswerGroup = shape(
  'WeakAnswerGroup',
  'Questions with the same meaning whose answers were given as sure.',
  {
    id: id('msg', 'The id of the group’s first answer. It stays the same while the group grows.'),
    question: text('The most typical question of the group.', 'Is the filter free of plastic?'),
    count: count('The number of questions.', 2),
    certainty: field(z.number().min(0).max(1), 'The lowest certainty of their answers, from 0 to 1.', 0.41),
    last_asked_at: time('The time of the latest question.'),
    questions: field(z.array(weakAnswer), 'The questions, newest first; at most 50.'),
    curated_answer_id: field(
      z.string().nullable(),
      'The curated answer that the question gets now; `null` if it gets none.',
      null,
    ),
  },
);

export const dismissed = shape('Dismissed', 'The questions are no longer listed.', {
  dismissed: count('The number of dismissed questions, without those that do not exist or were dismissed before.', 4),
});

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
