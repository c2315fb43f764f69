import type {
  AnswerTrace,
  DroppedClaim,
  TracedClaim,
  TracedPassage,
  TracedQuestion,
  TracedTimings,
  TracedVerdict,
} from '@footnote/sdk/contract';
import { z } from 'zod';
import { decidedShapeOf, field, id, text } from './shape.ts';

const rank = (list: string) =>
  field(z.int().nullable(), `Its place among the hits of the ${list} index, from 1; \`null\` where it is none.`, 1);
const score = (description: string) => field(z.number().nullable(), description, 7.31);
const milliseconds = (description: string) => field(z.number().nullable(), description, 12);

const question = decidedShapeOf<TracedQuestion>(
  'TracedQuestion',
  'The question as it was understood.',
)(
  z.strictObject({
    asked: text('In the reader’s own words.', 'Hello! How long is the warranty?'),
    text: text('What was searched for.', 'How long is the warranty?'),
    context: text('Earlier questions that lent it their words; empty for one that stands alone.', ''),
    language: text('A language tag, or `und`.', 'en'),
    terms: field(
      z.array(z.strictObject({ term: z.string(), weight: z.number(), carried: z.boolean() })),
      'In the form that the index knows. `carried`: from earlier questions.',
      [{ term: 'warranti', weight: 3.2, carried: false }],
    ),
  }),
);

const passage = decidedShapeOf<TracedPassage>(
  'TracedPassage',
  'A passage that the search found. Of one whose source has been deleted, title, heading and text are empty.',
)(
  z.strictObject({
    chunk_id: text('The passage’s id.', '4711'),
    source_id: id('src', 'The source that it comes from.'),
    title: text('The source’s title.', 'Product manual'),
    heading: text('The headings above it; empty where there are none.', 'Service › Warranty'),
    page: field(z.int().nullable(), '`null` where the document has no pages.', 12),
    text: text('Verbatim.', 'The warranty lasts two years from the day of purchase.'),
    text_rank: rank('text'),
    text_score: score('Its score there (BM25).'),
    vector_rank: rank('vector'),
    vector_score: score('Its score there (cosine).'),
    fused_rank: field(z.int().min(1), 'Its place after both were joined.', 1),
    fused_score: field(z.number(), 'Its score then.', 0.0524),
    reranked: field(z.int().nullable(), 'Its place after it was read; `null` where it did not come so far.', 1),
    use: field(
      z.enum(['cited', 'offered', 'dropped']),
      '`offered`: the answerer had it, and did not need it. `dropped`: it had it not.',
      'cited',
    ),
    reason: field(
      z.enum(['repeat', 'lower', 'no_room', 'refused']).nullable(),
      'Why it was dropped: another says the same, others fit better, the prompt was full, or nothing was good enough.',
      null,
    ),
    offered_as: field(z.int().nullable(), 'The number under which the answerer had it.', 1),
    cited_as: field(z.int().nullable(), 'Its marker in the answer.', 1),
  }),
);

const claim = decidedShapeOf<TracedClaim>(
  'TracedClaim',
  'A sentence of the answer and the markers that stand behind it.',
)(
  z.strictObject({
    sentence: text('The sentence.', 'The warranty lasts two years.'),
    markers: field(z.array(z.int()), 'Its markers.', [1]),
  }),
);

const dropped = decidedShapeOf<DroppedClaim>(
  'DroppedClaim',
  'What the checks took out.',
)(
  z.strictObject({
    sentence: text('The sentence as it was written.', 'It can be extended.'),
    marker: field(z.int().nullable(), 'The number of the passage that the answerer named; `null` for none.', 2),
    reason: field(
      z.enum(['unsupported', 'no_such_passage', 'uncited']),
      'That passage does not say it, there is none of that number, or none was named and none says it.',
      'unsupported',
    ),
  }),
);

const verdict = decidedShapeOf<TracedVerdict>(
  'TracedVerdict',
  'How it ended, and by which numbers.',
)(
  z.strictObject({
    outcome: field(z.enum(['answered', 'refused', 'aborted', 'failed']), 'How it ended.', 'answered'),
    reason: field(
      z.enum(['nothing_found', 'not_confident', 'no_answer', 'unsupported']).nullable(),
      'Why it was refused: the search found nothing, `score` is below `threshold`, the model saw no answer, or too little of what it wrote has support.',
      null,
    ),
    score: field(z.number().nullable(), 'What was compared; `null` where nothing was.', 0.93),
    threshold: field(z.number().nullable(), 'With what.', 0.62),
  }),
);

const timings = decidedShapeOf<TracedTimings>(
  'TracedTimings',
  'Milliseconds; `null` for what was not done.',
)(
  z.strictObject({
    wait: milliseconds('In the line before a model.'),
    understand: milliseconds('The question made whole.'),
    retrieve: milliseconds('Both searches.'),
    rerank: milliseconds('Read against the question, and judged where there is a model for it.'),
    generate: milliseconds('The answer, its checks included.'),
    first_text: milliseconds('From the question to the first words.'),
    total: field(z.number(), 'From the question to its end.', 41),
  }),
);

const name = (what: string, example: string | null) => field(z.string().nullable(), what, example);

export const answerTrace = decidedShapeOf<AnswerTrace>(
  'AnswerTrace',
  'How one answer came about.',
)(
  z.strictObject({
    message_id: id('msg', 'The answer.'),
    question,
    passages: field(z.array(passage), 'What the search found, best first.'),
    claims: field(z.array(claim), 'Sentences that were said with their markers.'),
    dropped: field(z.array(dropped), 'Markers that were not said, and sentences that nothing supports.'),
    verdict,
    engines: field(
      z.strictObject({
        embedder: name('Of the vectors.', 'builtin-hash-1'),
        reranker: name('Of the passages’ order.', null),
        answerer: text('Of the answer.', 'extractive'),
      }),
      'What did the work; `null` where there is none.',
    ),
    timings,
    prompt_tokens: field(z.int().nullable(), 'What the answerer was given; `null` where it was not asked.', 640),
    shortened: field(
      z.boolean(),
      'It was larger than may be kept: texts are cut, or the last of a list left out.',
      false,
    ),
  }),
);
