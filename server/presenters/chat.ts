import type { Citation, Model, NearestPage } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { CitedPassage, Passage } from '../answering/types.ts';
import type { ProjectRow } from '../store/types.ts';
import { curated } from './curated-answers.ts';
import { citationSupport, completionFinishReason, finishReason, noSourcesReason } from './enums.ts';
import { count, field, id, optional, shape, text, time, timestamp } from './shape.ts';

/** Of a citation and of a search result. */
export const sourceName = text(
  'What tells the source from another of the same title: its `external_id`, else the name of its file, else the path of its web page. Absent if it has none of them, or if that is its title.',
  'guide/manual.md',
).exactOptional();

export const citation = shape('Citation', 'A cited passage.', {
  id: field(z.int().min(1), 'The number of the citation’s marker in the answer: 1 for `[1]`.', 1),
  source_id: id('src', 'The source of the passage.'),
  title: text('The source’s title.', 'Product manual'),
  source_name: sourceName,
  page: optional(z.int().min(1), 'The page on which `quote` begins; absent if the document has no pages.', 12),
  text: text(
    'The passage, verbatim from the stored document.',
    'The warranty lasts two years from the day of purchase. Keep the receipt.',
  ),
  quote: text(
    'The exact words that support the answer: a part of `text`.',
    'The warranty lasts two years from the day of purchase.',
  ),
  markdown: text(
    'The passage as Markdown: its headings, lists, tables and code, with `quote` in bold where it is running text. Absent in stored messages.',
    '**The warranty lasts two years from the day of purchase.** Keep the receipt.',
  ).exactOptional(),
  heading: text(
    'The headings above the passage, outermost first, joined by ` › `; absent if there are none.',
    'Service › Warranty',
  ).exactOptional(),
  url: text(
    'A link to a page that shows the passage in its context.',
    'https://chat.example.com/v1/passages/eyJhbGciOi…',
  ),
  indexed_at: time('The time when the cited text was indexed.'),
  support: optional(
    citationSupport,
    'How the passage supports the sentences that cite it; absent in messages of older versions.',
    'quoted',
  ),
});

/** Why a question was refused, in addition to its `finish_reason`. */
export const reasonOfRefusal = optional(
  noSourcesReason,
  'For a refusal because there was no document to search; absent otherwise.',
  'no_sources',
);

/** Of an answer that could not be stored. */
export const kept = optional(
  z.literal(false),
  'The server’s disk is full, so that the answer was not kept: it is in no list, and cannot be rated. If its conversation was not kept either, the next question with `conversation_id` begins another one, which does not know this one. Absent otherwise.',
  false,
);

export const correctedQuestion = shape(
  'CorrectedQuestion',
  'What was answered or searched for instead of a question with misspelt words.',
  {
    query: text('The question as corrected.', 'How long is the warranty?'),
    words: field(
      z.array(
        z.strictObject({
          from: text('A word of the question that stands nowhere in the documents.', 'waranty'),
          to: text('The word of the documents in its place.', 'warranty'),
        }),
      ),
      'The corrected words, in the order of the question.',
    ),
  },
);

/** Of an answer, and of the results of a search. */
export const corrected = optional(
  correctedQuestion,
  'The question as it was corrected and answered, or searched for: show it, and offer to ask again with `correct: false`. Absent if nothing was misspelt.',
);

export const tokenUsage = shape('TokenUsage', 'The tokens of the answer, as the answering engine counts them.', {
  prompt_tokens: count('The tokens of the question and the passages.', 640),
  completion_tokens: count('The tokens of the answer.', 12),
  total_tokens: count('The sum of both.', 652),
});

export const textRange = shape('TextRange', 'A range of characters of a text, in UTF-16 units.', {
  start: count('The index of the first character.', 0),
  end: count('The index after the last character.', 20),
});

export const nearestPage = shape('NearestPage', 'A page that comes near a question without a certain answer.', {
  source_id: id('src', 'The source.'),
  title: text('The source’s title.', 'Product manual'),
  source_name: sourceName,
  heading: text(
    'The headings above its nearest passage, outermost first, joined by ` › `; absent if there are none.',
    'Service › Warranty',
  ).exactOptional(),
  page: optional(z.int().min(1), 'The page on which that passage begins; absent if the document has no pages.', 12),
  url: text('A link to a page that shows that passage.', 'https://chat.example.com/v1/passages/eyJhbGciOi…'),
});

/** Of an answer that may be none. */
export const nearest = optional(
  z.array(nearestPage),
  'Where to look instead, if `finish_reason` is `unsure` or `refused`: up to three pages that are not cited, the nearest first. Absent otherwise.',
);

export const chatAnswer = shape(
  'ChatAnswer',
  'An answer. It cites the passages that it quotes, or that its sentences were checked against.',
  {
    response: text(
      'The answer with its markers `[1] [2]`, numbered by first appearance. For a refusal, a sentence in the question’s language that says that the documents do not answer.',
      'The warranty lasts two years from the day of purchase. [1]',
    ),
    conversation_id: id(
      'conv',
      'The conversation’s id. Send it with the next question, which may then refer to this one.',
    ),
    citations: field(z.array(citation), 'The cited passages, in the order of their markers.'),
    message_id: id('msg', 'The answer’s id.'),
    finish_reason: finishReason,
    reason: reasonOfRefusal,
    kept: kept,
    corrected: corrected,
    curated: curated,
    usage: tokenUsage,
    suggestions: field(z.array(z.string()), 'Up to three suggested next questions.', ['What does the warranty cover?']),
    unsupported: field(
      z.array(textRange),
      'The ranges of `response` with claims that no passage was found to support, or that the cited one contradicts; usually empty.',
      [],
    ),
    nearest,
  },
);

const created = count('The time of creation, in seconds since the Unix epoch.', 1_769_860_800);

const modelName = text('The name of the only model.', 'footnote');

export const chatCompletion = shape('ChatCompletion', 'An answer in the format of OpenAI’s API.', {
  id: id('msg', 'The answer’s id.'),
  object: z.literal('chat.completion'),
  created,
  model: modelName,
  choices: field(
    z.tuple([
      z.strictObject({
        index: z.literal(0),
        message: field(
          z.strictObject({
            role: z.literal('assistant'),
            content: text('The answer with its markers.', 'The warranty lasts two years. [1]'),
            refusal: z.null(),
            citations: z.array(citation),
            finish_reason: finishReason,
            reason: reasonOfRefusal,
            kept,
            corrected,
            curated,
          }),
          'The answer. `citations`, `finish_reason`, `reason`, `kept`, `corrected` and `curated` are those of the chat API.',
        ),
        logprobs: z.null(),
        finish_reason: completionFinishReason,
      }),
    ]),
    'Always one choice.',
  ),
  usage: tokenUsage,
});

export const model = shape('Model', 'A model in the format of OpenAI’s API.', {
  id: modelName,
  object: z.literal('model'),
  created,
  owned_by: text('The owner of the model.', 'footnote'),
});

export const modelList = shape('ModelList', 'The list of models.', {
  object: z.literal('list'),
  data: field(z.array(model), 'Always one model.'),
});

/** `url`: a link to the passage in its context. */
export function presentCitation(cited: CitedPassage, url: string): Citation {
  return {
    id: cited.id,
    source_id: cited.source_id,
    title: cited.title,
    ...(cited.source_name !== undefined && { source_name: cited.source_name }),
    ...(cited.page !== undefined && { page: cited.page }),
    text: cited.text,
    quote: cited.quote,
    ...(cited.markdown !== undefined && { markdown: cited.markdown }),
    ...(cited.heading !== undefined && { heading: cited.heading }),
    url,
    indexed_at: timestamp(cited.indexedAt),
    ...(cited.support !== undefined && { support: cited.support }),
  };
}

/** `url`: a link to the passage in its context. */
export function presentNearestPage(passage: Passage, url: string): NearestPage {
  return {
    source_id: passage.sourceId,
    title: passage.title,
    ...(passage.sourceName !== undefined && { source_name: passage.sourceName }),
    ...(passage.headings.length > 0 && { heading: passage.headings.join(' › ') }),
    ...(passage.page !== null && { page: passage.page }),
    url,
  };
}

/** The model name in responses to OpenAI's clients. */
export const MODEL = 'footnote';

/** A project as a model, for OpenAI's clients. */
export function presentModel(project: ProjectRow): Model {
  return { id: MODEL, object: 'model', created: Math.floor(project.createdAt / 1000), owned_by: MODEL };
}
