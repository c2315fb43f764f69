import { isDeepStrictEqual } from 'node:util';
import type { TokenUsage } from '@footnote/sdk/contract';
import type { Embedder, PromptMessage, Generator as TextGenerator, Verifier } from '../../engines/types.ts';
import { withoutPromptEchoes } from '../completion/prompt-echo-filter.ts';
import { wordsOf } from '../completion/prompt-words.ts';
import { type CompletionPart, streamCompletion, type ThinkingHabit } from '../completion/stream-completion.ts';
import { fitContext, MAX_PASSAGES } from '../context/fit-context.ts';
import { errors } from '../errors.ts';
import { type Quotes, quoteExcerpts } from '../extractive/quote-excerpts.ts';
import { suggestQuestions } from '../extractive/suggest-questions.ts';
import { cutOffReply, partialReply, refusalReply } from '../output/canned-replies.ts';
import { ownWords } from '../prompt/prompts.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { MatchedPassage } from '../retrieval/match-passage.ts';
import { nearestPages } from '../retrieval/nearest-pages.ts';
import type { AnswerEvent, CitedPassage, OnVerification, Question } from '../types.ts';
import { type AnswererJudge, createAnswererJudge } from '../verification/answerer-judge.ts';
import { createModelJudge } from '../verification/model-judge.ts';
import type { SentenceJudge } from '../verification/sentence-judge.ts';
import { createSupportChecker, type SupportChecker } from './support/support-check.ts';
import { type VerificationOptions, type VerifiedAnswer, verifyCitations } from './verify-citations.ts';

/** This many words in a row that a text and a passage have in common are copied. */
const RUN_LENGTH = 6;
/** The least share of such runs: a word at the border of two sentences belongs to several. */
const MIN_COPIED = 0.8;

export interface GenerationDependencies {
  generator: TextGenerator;
  /** Null if there are only the built-in vectors, which know nothing of meaning. */
  embedder: Embedder | null;
  habit: ThinkingHabit;
  /** Checks sentences besides the rules: a model, or the answering model asked again. Without it, the rules alone do. */
  verifier?: Verifier | 'answerer' | null;
  onVerification?: OnVerification;
}

/** A question with its context, and the passages that were found for it, best first. */
export interface GenerationInput {
  question: Question;
  query: ContextualizedQuery;
  passages: MatchedPassage[];
  /** Languages of a refusal, first choice first. */
  languages: string[];
  /** Chooses what to show if nothing that the model claims has support. Without it, the answer is a refusal then. */
  closest?: () => Promise<Quotes | null>;
  /** What the passages answer without a model; null if they do not. Shown in place of an answer that only copies them. */
  extract?: () => Promise<Quotes | null>;
}

/** How often the answering model is asked about sentences: the second time, about passages that come next. */
const MAX_CHECKS = 2;

/**
 * A model writes the answer from the passages: compose → generate → check and cite. An answer that the checks reject is
 * replaced by the closest passages, or becomes a refusal. Throws 500 `answer_empty` if the model writes nothing, and `answer_cut_off` if it thinks until its limit.
 */
export async function* generateAnswer(
  dependencies: GenerationDependencies,
  { question, query, passages, languages, closest, extract }: GenerationInput,
): AsyncGenerator<AnswerEvent> {
  const { signal, trace } = question;
  const { generator, embedder, habit } = dependencies;
  await generator.refreshBudget?.();
  signal.throwIfAborted();
  // Another question may refresh it while this one is answered.
  const { budget } = generator;
  const asked = { text: query.text, language: query.language, history: question.history };
  const { messages, shown } = await fitContext(generator, asked, passages, signal);
  trace?.passagesOffered(shown, MAX_PASSAGES);
  const { judge, asked: askedAgain } = createJudge(dependencies, signal);
  const support = createSupportChecker(shown, query.text, embedder, signal, judge);
  const { language } = query;

  /** What the model wrote in the last attempt, and whether it repeated its prompt. */
  let written: CompletionPart[] = [];
  let hasEchoed = false;
  let hasSent = false;
  const prompt = {
    rules: ownWords(query.language),
    question: query.text,
    passages: shown.flat().flatMap(({ title, headings, text }) => [title, ...headings, text]),
  };
  const attempt = (maxTokens: number, silent: boolean) => {
    written = [];
    // A reader waits for the first words: nothing is collected before the filters have passed on some of them.
    const mayCollect = () => hasSent || silent;
    const completion = streamCompletion(generator, messages, { signal, maxTokens, habit, mayCollect });
    const parts = withoutPromptEchoes(completion, prompt, () => {
      hasEchoed = true;
    });
    const onSent = () => {
      hasSent = true;
    };
    const options = { language, trace, silent, onSent };
    return verifyCitations(askedAgain ? recordParts(parts, written) : parts, support, options);
  };
  const { secondAnswer } = budget;
  const wasThinking = habit.thinks;
  let verified = yield* attempt(wasThinking ? (secondAnswer ?? budget.answer) : budget.answer, false);
  let { sent } = verified;
  let usage = await usageOf(generator, messages, verified, signal);
  const hasUsedUpRoom =
    verified.end?.reason === 'length' && !wasThinking && !hasEchoed && (verified.empty || habit.thinks);
  if (hasUsedUpRoom && secondAnswer !== undefined) {
    verified = yield* attempt(secondAnswer, sent !== '');
    sent += verified.sent;
    usage = sumUsage(usage, await usageOf(generator, messages, verified, signal));
  }
  if (verified.empty && !hasEchoed)
    throw verified.end?.reason === 'length' ? errors.answerCutOff() : errors.answerEmpty();

  const before = verified;
  if (askedAgain) {
    verified = await askAgain(askedAgain, verified, () => verifyAgain(written, support, { language, trace }));
    const { prompt, completion } = askedAgain.usage;
    usage = sumUsage(usage, toUsage(prompt, completion));
  }
  if (judge?.failed) trace?.verifierFailed();

  if (!verified.accepted) {
    const isUnfounded = verified.unfounded || verified.empty;
    const quotes = isUnfounded && closest ? await closest() : null;
    if (quotes) return yield* showQuotes(quotes, { question, passages }, sent, usage);
    const response = refusalReply(languages, question.contact);
    if (sent === '') yield { type: 'text', delta: response };
    else yield { type: 'verdict', response };
    const nearest = nearestPages(passages.map(({ passage }) => passage));
    yield { type: 'finish', reason: 'refused', usage, suggestions: [], unsupported: [], nearest };
    return;
  }
  const isCutOff = verified.end?.reason === 'length';
  // An excerpt has the form of its passage, and ends where that does.
  const copied = verified.citations.map(({ text }) => text);
  const quotes = isCutOff && extract && onlyCopies(verified.text, copied) ? await extract() : null;
  if (quotes) return yield* showQuotes(quotes, { question, passages }, sent, usage);
  const sentCitations = before.sentWhole ? before.citations : [];
  yield* completeAnswer(
    verified,
    { text: sent, citations: sentCitations },
    isCutOff ? cutOffReply(languages) : verified.partial ? partialReply(languages, question.contact) : '',
  );
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

/**
 * Passages, word for word, in place of what the model wrote, of which nothing has support, or which only copies them. The checks
 * may be wrong, as in a language that they cannot compare, so the reader can see for themselves. `sent`: what they replace.
 */
async function* showQuotes(
  quotes: Quotes,
  { question, passages }: Pick<GenerationInput, 'question' | 'passages'>,
  sent: string,
  usage: TokenUsage,
): AsyncGenerator<AnswerEvent> {
  const { excerpts, reason } = quotes;
  const quoted = quoteExcerpts(quotes, question.trace);
  if (sent === '') yield* quoted;
  else {
    let citations: CitedPassage[] = [];
    let next = await quoted.next();
    for (; !next.done; next = await quoted.next()) {
      if (next.value.type === 'citations') citations = next.value.citations;
    }
    yield { type: 'revision', response: next.value, citations, addition: next.value };
  }
  const read = passages.map(({ passage }) => passage);
  const shown = excerpts.map(({ passage }) => passage);
  const suggestions = suggestQuestions(read, shown, [question.text]);
  const nearest = reason === 'unsure' && { nearest: nearestPages(read, shown) };
  yield { type: 'finish', reason, usage, suggestions, unsupported: [], ...nearest };
}

/** The judge of one answer; `asked` if it is the answering model, which is asked when the answer is complete. */
function createJudge(
  { generator, habit, verifier, onVerification }: GenerationDependencies,
  signal: AbortSignal,
): { judge: SentenceJudge | null; asked: AnswererJudge | null } {
  if (verifier === 'answerer') {
    const asked = createAnswererJudge(generator, { habit, signal, onVerification });
    return { judge: asked, asked };
  }
  // It is loaded while the first sentence is being written.
  verifier?.prepare();
  return { judge: verifier ? createModelJudge(verifier, signal, onVerification) : null, asked: null };
}

async function* recordParts(
  parts: AsyncGenerator<CompletionPart, void>,
  written: CompletionPart[],
): AsyncGenerator<CompletionPart, void> {
  for await (const part of parts) {
    written.push(part);
    yield part;
  }
}

/** What remains of an answer when the answering model has been asked about its sentences. */
async function askAgain(
  asked: AnswererJudge,
  verified: VerifiedAnswer,
  verifyAgain: () => Promise<VerifiedAnswer>,
): Promise<VerifiedAnswer> {
  let last = verified;
  for (let check = 1; check <= MAX_CHECKS && (await asked.settle()); check++) {
    last = { ...(await verifyAgain()), sentWhole: verified.sentWhole };
  }
  return last;
}

/** Checks a text that has been written, as it would have been checked while it was, and sends nothing. */
async function verifyAgain(
  written: CompletionPart[],
  support: SupportChecker,
  options: VerificationOptions,
): Promise<VerifiedAnswer> {
  options.trace?.checksRestarted();
  const verifying = verifyCitations(asGenerator(written), support, { ...options, silent: true });
  for (;;) {
    const next = await verifying.next();
    if (next.done) return next.value;
  }
}

async function* asGenerator<Item>(items: Item[]): AsyncGenerator<Item, void> {
  yield* items;
}

/** Brings what the reader has been sent to what is kept of an answer, and says what is missing. */
function* completeAnswer(
  { text, citations, sentWhole }: VerifiedAnswer,
  sent: { text: string; citations: CitedPassage[] },
  note: string,
): Generator<AnswerEvent> {
  const response = note === '' ? text : `${text}\n\n${note}`;
  if (!response.startsWith(sent.text)) {
    yield { type: 'revision', response, citations, addition: sentWhole ? note : response };
    return;
  }
  // The same marker may stand for another passage after a second check.
  if (!isDeepStrictEqual(citations, sent.citations)) yield { type: 'citations', citations };
  if (response !== sent.text) yield { type: 'text', delta: response.slice(sent.text.length) };
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
    return toUsage(end.usage.prompt, end.usage.completion);
  }
  const counts = await generator.count([text, ...messages.map((message) => message.text)], signal);
  const [completion = 0, ...prompts] = counts;
  const prompt = prompts.reduce((sum, count) => sum + count + generator.budget.message, 0);
  return toUsage(prompt, completion);
}

const toUsage = (prompt: number, completion: number): TokenUsage => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
});

/** Does a text say nothing but what is in these texts, word for word? */
function onlyCopies(text: string, passages: string[]): boolean {
  const runs = runsOf(text);
  if (runs.length === 0) return false;
  const known = new Set(passages.flatMap(runsOf));
  return runs.filter((run) => known.has(run)).length >= MIN_COPIED * runs.length;
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(RUN_LENGTH - 1).map((_, at) => words.slice(at, at + RUN_LENGTH).join(' '));
}
