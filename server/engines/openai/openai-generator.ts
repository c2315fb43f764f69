import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { identifyEngine } from '../engine-id.ts';
import { errors } from '../errors.ts';
import type { Generated, GeneratedEnd, GenerateOptions, Generator, GeneratorBudget, PromptMessage } from '../types.ts';
import { type AdaptiveLimit, afterFirstWord, afterRejection, createAdaptiveLimit } from './adaptive-limit.ts';
import { askContextLength } from './context-length.ts';
import { createEndpoint, type Endpoint, type EndpointAddress, EndpointError, type EndpointLimits } from './endpoint.ts';

/**
 * Fits 4,096 tokens, the smallest default context of such servers; some truncate a longer prompt without an error.
 * Reasoning models have a larger context.
 */
const BUDGET = { prompt: 3_000, answer: 800, message: 8, secondAnswer: 4_000 };
/** More passages and history than this are not shown, whatever the context holds. */
const MAX_PROMPT = 8_000;
/** The rest is for the template. */
const USABLE_SHARE = 0.93;
/** How long what the server says of its context is believed: a server may be started again with another one. */
const CONTEXT_VALID_MS = 10 * 60 * 1000;
/** A server without a GPU may read the whole prompt before its first byte. */
const LIMITS: EndpointLimits = { firstByteMs: 120_000, idleMs: 30_000, bytes: 4 * 1024 * 1024 };
/** Such servers batch requests, or queue them; what a server cannot take, `AdaptiveLimit` finds out. */
const CONCURRENCY = 32;
/** Without a `Retry-After`. */
const BUSY_SECONDS = 1;
/**
 * Where words may be collected, they are until the next multiple of so many milliseconds: a reader sees no difference, and a
 * server with many readers wakes up ten times a second for all of them.
 */
const COLLECT_MS = 100;

/** The fields of a chunk that are used. Each may be missing or have another type. */
interface Chunk {
  choices?: {
    delta?: { content?: unknown; reasoning_content?: unknown; reasoning?: unknown };
    finish_reason?: unknown;
  }[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
  error?: unknown;
}

/** Request parameters that OpenAI's newer models rename or reject. */
interface Dialect {
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
}

/** What fits a context of so many tokens. The second answer is absent if it could be hardly longer than the first. */
function budgetWithin(contextTokens: number): GeneratorBudget {
  const usable = Math.floor(contextTokens * USABLE_SHARE);
  const share = Math.min(1, usable / (BUDGET.prompt + BUDGET.answer));
  const answer = Math.floor(BUDGET.answer * share);
  const prompt = Math.min(MAX_PROMPT, Math.max(Math.floor(BUDGET.prompt * share), usable - BUDGET.secondAnswer));
  const secondAnswer = Math.min(BUDGET.secondAnswer, usable - prompt);
  return { prompt, answer, message: BUDGET.message, ...(secondAnswer >= 2 * answer && { secondAnswer }) };
}

/**
 * Generates on a server that speaks OpenAI's protocol: vLLM, llama-server, Ollama, OpenAI itself. `contextTokens`: of the
 * model; null if the server is to be asked. `concurrency`: the most requests at the same time; null for the default.
 */
export function createOpenAiGenerator(
  address: EndpointAddress & { model: string; contextTokens: number | null; concurrency?: number | null },
  log: Log,
): Generator {
  const endpoint = createEndpoint(address);
  const identity = identifyEngine('openai', address.model);
  const { id } = identity;
  const dialect: Dialect = { limit: 'max_tokens', temperature: true };
  const { contextTokens } = address;
  let budget: GeneratorBudget = contextTokens === null ? BUDGET : budgetWithin(contextTokens);
  let limit = createAdaptiveLimit(address.concurrency ?? CONCURRENCY);
  let inFlight = 0;
  let lastRefresh: { at: number; done: Promise<void> } | null = null;

  /** A server that does not tell, or not any more, keeps the last budget. */
  async function adoptContext(): Promise<void> {
    const tokens = await askContextLength(address);
    if (tokens !== null) budget = budgetWithin(tokens);
    log.info('answerer_context_read', { engine: id, contextTokens: tokens, promptTokens: budget.prompt });
  }

  function adaptLimit(next: AdaptiveLimit): void {
    if (next.current < limit.current) log.info('answerer_limit_lowered', { engine: id, concurrency: next.current });
    limit = next;
  }

  return {
    ...identity,
    get budget() {
      return budget;
    },
    async refreshBudget() {
      if (contextTokens !== null) return;
      if (lastRefresh === null || performance.now() - lastRefresh.at > CONTEXT_VALID_MS) {
        lastRefresh = { at: performance.now(), done: adoptContext() };
      }
      await lastRefresh.done;
    },
    get concurrency() {
      return limit.current;
    },
    count: async (texts) => texts.map(estimateTokens),

    async *generate(messages, options) {
      const startedAt = performance.now();
      // The prompt of anything shorter is shorter, too, so its first word comes earlier.
      const isAnswer = options.maxTokens >= budget.answer;
      const sent = () => ({ startedAt, now: performance.now(), inFlight });
      const onFirstWord = () => {
        if (isAnswer) adaptLimit(afterFirstWord(limit, sent()));
      };
      inFlight++;
      try {
        const chunks = streamChunks(endpoint, address.model, dialect, messages, options);
        yield* read(chunks, options.mayCollect ?? (() => false), onFirstWord);
      } catch (error) {
        options.signal.throwIfAborted();
        if (!(error instanceof EndpointError)) throw error;
        const { reason, status, code, retryAfter } = error;
        log.warn('answerer_request_failed', { engine: id, reason, status, code });
        // A server that is overloaded may also answer with 503, as one that fails does, but then says for how long.
        const isBusy = status === 429 || (status === 503 && retryAfter !== null);
        if (isBusy) adaptLimit(afterRejection(limit, sent()));
        const failure = isBusy ? errors.busy(retryAfter || BUSY_SECONDS) : errors.answererUnavailable();
        failure.cause = error;
        throw failure;
      } finally {
        inFlight--;
      }
    },

    ready: endpoint.ready,
    async close() {},
  };
}

/** Sends the request until the server accepts its parameters; later requests keep the changes. */
async function* streamChunks(
  endpoint: Endpoint,
  model: string,
  dialect: Dialect,
  messages: PromptMessage[],
  { maxTokens, signal }: GenerateOptions,
): AsyncGenerator<Chunk[], void> {
  for (;;) {
    const body = {
      model,
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      stream: true,
      stream_options: { include_usage: true },
      [dialect.limit]: maxTokens,
      ...(dialect.temperature && { temperature: 0 }),
    };
    try {
      return yield* endpoint.stream('/chat/completions', body, LIMITS, signal) as AsyncGenerator<Chunk[], void>;
    } catch (error) {
      // A server rejects parameters with a status, before any text.
      if (!(error instanceof EndpointError && adapt(dialect, error))) throw error;
    }
  }
}

/** Adapts to the parameter that the server rejected. Returns false if nothing can be changed. */
function adapt(dialect: Dialect, { parameter, status }: EndpointError): boolean {
  if (status !== 400) return false;
  if (parameter === 'max_tokens' && dialect.limit === 'max_tokens') {
    dialect.limit = 'max_completion_tokens';
    return true;
  }
  if (parameter === 'temperature' && dialect.temperature) {
    dialect.temperature = false;
    return true;
  }
  return false;
}

/** `onFirstWord` is called when the model begins to write, if only what it thinks. */
async function* read(
  chunks: AsyncIterable<Chunk[]>,
  mayCollect: () => boolean,
  onFirstWord: () => void,
): AsyncGenerator<Generated, void> {
  let reason: GeneratedEnd['reason'] | null = null;
  let usage: GeneratedEnd['usage'] = null;
  let hasBegun = false;
  for await (const arrived of chunks) {
    let delta = '';
    let thinks = false;
    let failed = false;
    for (const chunk of arrived) {
      failed ||= typeof chunk !== 'object' || chunk === null || Boolean(chunk.error);
      if (failed) break;
      const [choice] = Array.isArray(chunk.choices) ? chunk.choices : [];
      const { content, reasoning_content, reasoning } = choice?.delta ?? {};
      if (hasText(content)) delta += content;
      thinks ||= hasText(reasoning_content) || hasText(reasoning);
      if (!hasBegun && (thinks || delta !== '')) {
        hasBegun = true;
        onFirstWord();
      }
      if (typeof choice?.finish_reason === 'string') reason = choice.finish_reason === 'length' ? 'length' : 'stop';
      usage = readUsage(chunk) ?? usage;
    }
    if (thinks) yield { type: 'thinking' };
    if (delta !== '') yield { type: 'text', delta };
    if (failed) throw new EndpointError('malformed');
    if (delta !== '' && reason === null && mayCollect()) await sleep(COLLECT_MS - (performance.now() % COLLECT_MS));
  }
  // A stream cut off by a proxy ends as well, but without a reason.
  if (reason === null) throw new EndpointError('malformed');
  yield { type: 'end', reason, usage };
}

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function readUsage({ usage }: Chunk): GeneratedEnd['usage'] {
  const [prompt, completion] = [usage?.prompt_tokens, usage?.completion_tokens];
  const counts = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return counts(prompt) && counts(completion) ? { prompt, completion } : null;
}

/**
 * An upper estimate of a text's tokens for the tokenizers of current models: three ASCII characters per token (four is
 * usual for English, code has fewer), two for other alphabets, one for scripts in which a character carries more.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    tokens += unit < 0x80 ? 1 / 3 : unit < 0x600 ? 1 / 2 : 1;
  }
  return Math.ceil(tokens);
}
