import { z } from 'zod';
import { passageDropped, passageUse, refusalReason } from './enums.ts';
import { decidedShape, field, id, text } from './shape.ts';

const rank = (list: string) =>
  field(z.int().nullable(), `Its place among the hits of the ${list} index, from 1; \`null\` where it is none.`, 1);
const score = (description: string) => field(z.number().nullable(), description, 7.31);
const milliseconds = (description: string) => field(z.number().nullable(), description, 12);

const question = decidedShape(
  'TracedQuestion',
  'The question as it was understood.',
  z.strictObject({
    asked: text('In the reader’s own words.', 'Hello! How long is the warranty?'),
    text: text(
      'What was searched for: without a greeting, or a follow-up written as a whole question.',
      'How long is the warranty?',
    ),
    context: text('Earlier questions that lent it their words, latest first; empty for one that stands alone.', ''),
    language: text('A language tag, or `und`.', 'en'),
    terms: field(
      z.array(z.strictObject({ term: z.string(), weight: z.number(), carried: z.boolean() })),
      'In the form that the index knows, by weight. `carried`: from earlier questions.',
      [{ term: 'warranti', weight: 3.2, carried: false }],
    ),
  }),
);

const passage = decidedShape(
  'TracedPassage',
  'A passage that the search found. Of one whose source has been deleted, title, heading and text are empty.',
  z.strictObject({
    chunk_id: text('The passage’s id.', '4711'),
    source_id: id('src', 'The source that it comes from.'),
    title: text('The source’s title.', 'Product manual'),
    heading: text('The headings above it, joined by ` › `; empty where there are none.', 'Service › Warranty'),
    page: field(z.int().nullable(), '`null` where the document has no pages.', 12),
    text: text('Verbatim.', 'The warranty lasts two years from the day of purchase.'),
    text_rank: rank('text'),
    text_score: score('Its score there (BM25).'),
    vector_rank: rank('vector'),
    vector_score: score('Its score there (cosine).'),
    fused_rank: field(z.int().min(1), 'Its place after both were joined.', 1),
    fused_score: field(z.number(), 'Its score after both were joined.', 0.0524),
    reranked: field(
      z.int().nullable(),
      'Its place after the passages were read against the question, or judged by a model; `null` where it did not come so far.',
      1,
    ),
    use: passageUse,
    reason: field(passageDropped.nullable(), 'Why it was not offered; `null` unless it was dropped.', null),
    offered_as: field(z.int().nullable(), 'The number under which the answerer was shown it.', 1),
    cited_as: field(z.int().nullable(), 'Its marker in the answer.', 1),
  }),
);

const claim = decidedShape(
  'TracedClaim',
  'A sentence of the answer and the markers that stand behind it.',
  z.strictObject({
    sentence: text('The sentence.', 'The warranty lasts two years.'),
    markers: field(z.array(z.int()), 'Its markers.', [1]),
  }),
);

const dropped = decidedShape(
  'DroppedClaim',
  'What the checks took out of an answer.',
  z.strictObject({
    sentence: text('The sentence as it was written.', 'It can be extended.'),
    marker: field(z.int().nullable(), 'The number that the answerer wrote (`offered_as`); `null` for none.', 2),
    reason: field(
      z.enum(['unsupported', 'no_such_passage', 'uncited']),
      '`unsupported`: the passage that it named does not say it; `no_such_passage`: it was shown none of that number; `uncited`: it named none, and none says it.',
      'unsupported',
    ),
  }),
);

const verdict = decidedShape(
  'TracedVerdict',
  'How it ended, and by which numbers.',
  z.strictObject({
    outcome: field(
      z.enum(['answered', 'unsure', 'refused', 'aborted', 'failed']),
      '`unsure`: it shows only the passages that come closest; `aborted`: its reader left, or it was ended; `failed`: an engine did.',
      'answered',
    ),
    reason: field(refusalReason.nullable(), 'Why it was refused or unsure; `null` unless it was.', null),
    score: field(z.number().nullable(), 'What was compared; `null` where nothing was.', 0.93),
    threshold: field(z.number().nullable(), 'What it was compared with.', 0.62),
  }),
);

const timings = decidedShape(
  'TracedTimings',
  'Milliseconds; `null` for what was not done.',
  z.strictObject({
    wait: milliseconds('Waiting for a model.'),
    understand: milliseconds('Making the question whole.'),
    retrieve: milliseconds('Both searches, joined and read from the store.'),
    rerank: milliseconds('Reading the passages against the question, and judging them where there is a model for it.'),
    generate: milliseconds('The answer, written by a model or put together from passages, its checks included.'),
    first_text: milliseconds('From the question to the first words.'),
    total: field(z.number(), 'From the question to its end.', 41),
  }),
);

const name = (what: string, example: string | null) => field(z.string().nullable(), what, example);

export const answerTrace = decidedShape(
  'AnswerTrace',
  'How one answer came about, kept where its question was asked with a widget token that has `trace`.',
  z.strictObject({
    message_id: id('msg', 'The answer.'),
    question,
    passages: field(z.array(passage), 'What the search found, best first; at most 30.'),
    claims: field(z.array(claim), 'Sentences that were said with their markers, in order.'),
    dropped: field(z.array(dropped), 'Markers that were not said, and sentences that nothing supports, in order.'),
    verdict,
    engines: field(
      z.strictObject({
        embedder: name('What made the vectors.', 'builtin-hash-1'),
        reranker: name('What put the passages in order.', null),
        answerer: text('What wrote the answer.', 'extractive'),
      }),
      'What did the work; `null` where there is none.',
    ),
    timings,
    prompt_tokens: field(
      z.int().nullable(),
      'What the answerer was given, in its own tokens; `null` where it was not asked.',
      640,
    ),
    shortened: field(
      z.boolean(),
      'It was larger than may be kept: texts are cut, or the last of a list are left out.',
      false,
    ),
  }),
);
