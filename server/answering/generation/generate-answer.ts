import type { TokenUsage } from '@footnote/sdk/contract';
import type { Embedder, PromptMessage, Generator as TextGenerator } from '../../engines/types.ts';
import { errors } from '../../platform/errors.ts';
import { streamCompletion, type ThinkingHabit } from '../completion/stream-completion.ts';
import { suggestQuestions } from '../extractive/suggest-questions.ts';
import { partialReply, refusalReply } from '../output/canned-replies.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { MatchedPassage } from '../retrieval/match-passage.ts';
import type { AnswerEvent, Question } from '../types.ts';
import { fitContext, MAX_PASSAGES } from './fit-context.ts';
import { createSupportChecker } from './support-check.ts';
import { type VerifiedAnswer, verifyCitations } from './verify-citations.ts';

export interface GenerationDependencies {
  generator: TextGenerator;
  /** Null if there are only the built-in vectors, which know nothing of meaning. */
  embedder: Embedder | null;
  habit: ThinkingHabit;
}

/** A question with its context, and the passages that were found for it, best first. */
export interface GenerationInput {
  question: Question;
  query: ContextualizedQuery;
  passages: MatchedPassage[];
  /** Languages of a refusal, first choice first. */
  languages: string[];
}

/**
 * A model writes the answer from the passages: compose → generate → check and cite. An answer that the checks reject becomes
 * a refusal. Throws 500 `answer_empty` if the model writes nothing, and `answer_cut_off` if it thinks until its limit.
 */
export async function* generateAnswer(
  { generator, embedder, habit }: GenerationDependencies,
  { question, query, passages, languages }: GenerationInput,
): AsyncGenerator<AnswerEvent> {
  const { signal, trace } = question;
  await generator.refreshBudget?.();
  signal.throwIfAborted();
  // Another question may refresh it while this one is answered.
  const { budget } = generator;
  const asked = { text: query.text, language: query.language, history: question.history };
  const { messages, shown } = await fitContext(generator, asked, passages, signal);
  trace?.passagesOffered(shown, MAX_PASSAGES);
  const support = createSupportChecker(shown, query.text, embedder, signal);

  const attempt = (maxTokens: number, silent: boolean) =>
    verifyCitations(streamCompletion(generator, messages, { signal, maxTokens, habit }), support, {
      language: query.language,
      trace,
      silent,
    });
  const { secondAnswer } = budget;
  const wasThinking = habit.thinks;
  let verified = yield* attempt(wasThinking ? (secondAnswer ?? budget.answer) : budget.answer, false);
  let { sent } = verified;
  let usage = await usageOf(generator, messages, verified, signal);
  const hasUsedUpRoom = verified.end?.reason === 'length' && !wasThinking && (verified.empty || habit.thinks);
  if (hasUsedUpRoom && secondAnswer !== undefined) {
    verified = yield* attempt(secondAnswer, sent !== '');
    sent += verified.sent;
    usage = sumUsage(usage, await usageOf(generator, messages, verified, signal));
  }
  if (verified.empty) throw verified.end?.reason === 'length' ? errors.answerCutOff() : errors.answerEmpty();

  if (!verified.accepted) {
    const response = refusalReply(languages, question.contact);
    if (sent === '') yield { type: 'text', delta: response };
    else yield { type: 'verdict', response };
    yield { type: 'finish', reason: 'refused', usage, suggestions: [], unsupported: [] };
    return;
  }
  yield* completeAnswer(verified, sent, verified.partial ? partialReply(languages, question.contact) : '');
  const cited = passages.filter(({ passage }) => verified.citations.some(({ chunkId }) => chunkId === passage.chunkId));
  yield {
    type: 'finish',
    reason: verified.end?.reason ?? 'stop',
    usage,
    suggestions: suggestQuestions(
      passages.map(({ passage }) => passage),
      cited.map(({ passage }) => passage),
      [question.text, query.text, query.context],
    ),
    unsupported: verified.unsupported,
  };
}

/** Brings what the reader has been sent to what stands of an answer, and says what is missing. */
function* completeAnswer(
  { text, citations, sentWhole }: VerifiedAnswer,
  sent: string,
  note: string,
): Generator<AnswerEvent> {
  const response = note === '' ? text : `${text}\n\n${note}`;
  if (response === sent) return;
  if (!response.startsWith(sent)) {
    yield { type: 'revision', response, citations, addition: sentWhole ? note : response };
    return;
  }
  if (!sentWhole && citations.length > 0) yield { type: 'citations', citations };
  yield { type: 'text', delta: response.slice(sent.length) };
}

function sumUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
  };
}

/** The engine's own count, else what its tokenizer counts. */
async function usageOf(
  generator: TextGenerator,
  messages: PromptMessage[],
  { text, end }: VerifiedAnswer,
  signal: AbortSignal,
) {
  if (end?.usage) {
    const { prompt, completion } = end.usage;
    return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  }
  const counts = await generator.count([text, ...messages.map((message) => message.text)], signal);
  const [completion = 0, ...prompts] = counts;
  const prompt = prompts.reduce((sum, count) => sum + count + generator.budget.message, 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
