import type { Embedder, Generator, PromptMessage } from '../../engines/types.ts';
import { suggest } from '../extractive/suggest-questions.ts';
import { refusal } from '../output/canned-replies.ts';
import type { Understood } from '../query/contextualize-query.ts';
import type { ReadPassage } from '../retrieval/match-passage.ts';
import type { AnswerEvent, Question } from '../types.ts';
import { fitPrompt, MOST_PASSAGES } from './fit-context.ts';
import { generate } from './stream-completion.ts';
import { createSupportChecker } from './support-check.ts';
import { type Verified, verify } from './verify-citations.ts';

export interface WriterDependencies {
  generator: Generator;
  /** Null where there are only the built-in vectors, which know nothing of meaning. */
  embedder: Embedder | null;
}

/** A question that is understood, and what was found for it, best first. */
export interface Found {
  question: Question;
  understood: Understood;
  read: ReadPassage[];
  /** Those in which we may refuse. */
  languages: string[];
}

/** A model writes the answer from the passages: compose → generate → cite and check; what does not stand becomes the refusal. */
export async function* writeAnswer(
  { generator, embedder }: WriterDependencies,
  { question, understood, read, languages }: Found,
): AsyncGenerator<AnswerEvent> {
  const { signal, trace } = question;
  const asked = { text: understood.text, language: understood.language, history: question.history };
  const { messages, shown } = await fitPrompt(generator, asked, read, signal);
  trace?.offered(shown, MOST_PASSAGES);
  const support = createSupportChecker(shown, understood.text, embedder, signal);

  const written = generate(generator, messages, { signal });
  const verified = yield* verify(written, support, understood.language, trace);

  const usage = await usageOf(generator, messages, verified, signal);
  if (!verified.stands) {
    const response = refusal(languages, question.contact);
    if (verified.text === '') yield { type: 'text', delta: response };
    else yield { type: 'verdict', response };
    yield { type: 'finish', reason: 'refused', usage, suggestions: [], unsupported: [] };
    return;
  }
  const cited = read.filter(({ passage }) => verified.citations.some(({ chunkId }) => chunkId === passage.chunkId));
  yield {
    type: 'finish',
    reason: verified.end?.reason ?? 'stop',
    usage,
    suggestions: suggest(read, cited, [question.text, understood.text, understood.context]),
    unsupported: verified.unsupported,
  };
}

/** What the engine says it cost, else what its tokenizer counts. */
async function usageOf(generator: Generator, messages: PromptMessage[], { text, end }: Verified, signal: AbortSignal) {
  if (end?.usage) {
    const { prompt, completion } = end.usage;
    return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  }
  const counts = await generator.count([text, ...messages.map((message) => message.text)], signal);
  const [completion = 0, ...prompts] = counts;
  const prompt = prompts.reduce((sum, count) => sum + count + generator.budget.message, 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
