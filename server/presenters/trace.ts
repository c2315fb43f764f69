import type { AnswerTrace } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { StoredTrace } from '../store/types.ts';
import { passageDropped, passageUse, refusalReason } from './enums.ts';
import { field, flag, id, shape, text } from './shape.ts';

const rank = (list: string) =>
  field(z.int().nullable(), `The rank among the hits of the ${list} index, from 1; \`null\` if it is not a hit.`, 1);

const score = (description: string) => field(z.number().nullable(), description, 7.31);

const milliseconds = (description: string) => field(z.number().nullable(), description, 12);

const question = shape('TracedQuestion', 'The question that was searched for.', {
  asked: text('The question as the reader asked it.', 'Hello! How long is the warranty?'),
  text: text(
    'The question that was searched for: without a greeting, and with a follow-up rewritten as a complete question.',
    'How long is the warranty?',
  ),
  context: text('The earlier questions whose words were added, latest first; empty if there are none.', ''),
  language: text('The language of the question: a language tag, or `und` if unknown.', 'en'),
  terms: field(
    z.array(z.strictObject({ term: z.string(), weight: z.number(), carried: z.boolean() })),
    'The search terms as they are indexed, by weight. `carried`: the term comes from an earlier question.',
    [{ term: 'warranti', weight: 3.2, carried: false }],
  ),
});

const passage = shape(
  'TracedPassage',
  'A passage that the search found. If its source has been deleted, title, heading and text are empty.',
  {
    chunk_id: text('The passage’s id.', '4711'),
    source_id: id('src', 'The source of the passage.'),
    title: text('The source’s title.', 'Product manual'),
    heading: text('The headings above the passage, joined by ` › `; empty if there are none.', 'Service › Warranty'),
    page: field(z.int().nullable(), 'The page; `null` if the document has no pages.', 12),
    text: text('The text, verbatim.', 'The warranty lasts two years from the day of purchase.'),
    text_rank: rank('text'),
    text_score: score('The score in the text index (BM25).'),
    vector_rank: rank('vector'),
    vector_score: score('The score in the vector index (cosine similarity).'),
    reader_rank: field(
      z.int().nullable(),
      'The rank among what the reader found, from 1; `null` if it did not find the passage.',
      2,
    ),
    fused_rank: field(z.int().min(1), 'The rank after fusion of the lists.', 1),
    fused_score: field(z.number(), 'The score after fusion of the lists.', 0.0524),
    reranked: field(z.int().nullable(), 'The rank after reranking; `null` if the passage was not reranked.', 1),
    use: passageUse,
    reason: field(passageDropped.nullable(), 'Why the passage was not offered; `null` unless it was dropped.', null),
    offered_as: field(z.int().nullable(), 'The passage’s number in the prompt; `null` if it was not offered.', 1),
    cited_as: field(z.int().nullable(), 'The number of its marker in the answer; `null` if it is not cited.', 1),
  },
);

const claim = shape('TracedClaim', 'A sentence of the answer with its markers.', {
  sentence: text('The sentence.', 'The warranty lasts two years.'),
  markers: field(z.array(z.int()), 'The numbers of its markers.', [1]),
});

const dropped = shape('DroppedClaim', 'A marker or a sentence that the checks removed from an answer.', {
  sentence: text('The sentence as the answering engine wrote it.', 'It can be extended.'),
  marker: field(
    z.int().nullable(),
    'The number that the answering engine cited (`offered_as`); `null` if it cited none.',
    2,
  ),
  reason: field(
    z.enum(['unsupported', 'no_such_passage', 'uncited']),
    '`unsupported`: the cited passage does not support the sentence. `no_such_passage`: no passage with this number was offered. `uncited`: the sentence cites no passage, and no passage supports it.',
    'unsupported',
  ),
});

const verdict = shape('TracedVerdict', 'How the answer ended, and the score that decided it.', {
  outcome: field(
    z.enum(['answered', 'unsure', 'refused', 'aborted', 'failed']),
    '`unsure`: the answer shows only the closest passages. `aborted`: the client disconnected, or the server ended the answer. `failed`: an engine failed.',
    'answered',
  ),
  reason: field(refusalReason.nullable(), 'Why the answer was refused or is unsure; `null` otherwise.', null),
  score: field(
    z.number().nullable(),
    'The score that was compared with the threshold; `null` if there was none.',
    0.93,
  ),
  threshold: field(z.number().nullable(), 'The threshold; `null` if there was none.', 0.62),
});

const timings = shape('TracedTimings', 'Times in milliseconds; `null` for steps that were skipped.', {
  wait: milliseconds('The wait for a model.'),
  understand: milliseconds('Rewriting the question.'),
  retrieve: milliseconds('Both searches, their fusion, and reading the passages from the store.'),
  rerank: milliseconds('Reranking the passages.'),
  generate: milliseconds('Generating the answer, checks included.'),
  first_text: milliseconds('The time from the question to the first words.'),
  total: field(z.number(), 'The time from the question to the end of the answer.', 41),
});

const name = (what: string, example: string | null) => field(z.string().nullable(), what, example);

export const answerTrace = shape(
  'AnswerTrace',
  'How an answer was made. Stored only if its question was asked with a widget token that has `trace`.',
  {
    message_id: id('msg', 'The answer’s id.'),
    question,
    passages: field(z.array(passage), 'The passages that the search found, best first; at most 30.'),
    claims: field(z.array(claim), 'The sentences of the answer with their markers, in order.'),
    dropped: field(z.array(dropped), 'The removed markers and the sentences without support, in order.'),
    verdict,
    engines: field(
      z.strictObject({
        embedder: name('The embedding engine; `null` if there is none.', 'builtin-hash-1'),
        reranker: name('The reranking engine; `null` if there is none.', null),
        verifier: text(
          'The engine that checked sentences besides the rules; absent if the rules alone did.',
          'transformers:nli-deberta-v3-xsmall',
        ).exactOptional(),
        verifier_failed: flag(
          'Whether that engine failed or took too long, so that the rules alone decided about some sentences; absent if there is none.',
          false,
        ).exactOptional(),
        answerer: text('The answering engine.', 'extractive'),
      }),
      'The engines that were used.',
    ),
    timings,
    prompt_tokens: field(
      z.int().nullable(),
      'The tokens of the answering engine’s prompt; `null` if the engine was not called.',
      640,
    ),
    shortened: flag(
      'Whether the trace was too large to store in full: texts are cut, or lists lack their last items.',
      false,
    ),
  },
);

/** A trace is stored in the shape in which it is shown. */
export function presentTrace(messageId: string, trace: StoredTrace): AnswerTrace {
  return { message_id: messageId, ...trace };
}
