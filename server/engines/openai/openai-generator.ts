import { errors } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { identifyEngine } from '../engine-id.ts';
import type { GeneratedEnd, Generator, PromptMessage } from '../types.ts';
import { createEndpoint, type EndpointAddress, EndpointError, type EndpointLimits } from './endpoint.ts';
import { estimateTokens } from './estimate-tokens.ts';

/**
 * Fits 4,096 tokens, the smallest context in which servers of this kind come as they are; what is longer some of them cut
 * without a word.
 */
const BUDGET = { prompt: 3_000, answer: 800, message: 8 };
/** A server may read the whole prompt on a processor before it says anything. */
const LIMITS: EndpointLimits = { firstByteMs: 120_000, silenceMs: 30_000, bytes: 4 * 1024 * 1024 };
/** Servers of this kind batch what comes at once; more would only share their memory. */
const CONCURRENCY = 4;
const BUSY_SECONDS = 5;

/** What is read of a chunk of the stream. Everything in it may be missing or of another type. */
interface Chunk {
  choices?: { delta?: { content?: unknown }; finish_reason?: unknown }[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
  error?: unknown;
}

/** Writes texts on a server that speaks OpenAI's protocol: vLLM, llama-server, Ollama, OpenAI itself. */
export function createOpenAiGenerator(address: EndpointAddress & { model: string }, log: Log): Generator {
  const endpoint = createEndpoint(address);
  const identity = identifyEngine('openai', address.model);
  const { id } = identity;
  /** What OpenAI's newer models take under another name, or not at all; learnt from their refusal. */
  const learnt = { limit: 'max_tokens', temperature: true };

  const bodyOf = (messages: PromptMessage[], maxTokens: number) => ({
    model: address.model,
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    stream: true,
    stream_options: { include_usage: true },
    [learnt.limit]: maxTokens,
    ...(learnt.temperature && { temperature: 0 }),
  });

  /** Did the refusal teach what to ask for instead? */
  function learn({ parameter, status }: EndpointError): boolean {
    if (status !== 400) return false;
    if (parameter === 'max_tokens' && learnt.limit === 'max_tokens') {
      learnt.limit = 'max_completion_tokens';
      return true;
    }
    if (parameter === 'temperature' && learnt.temperature) {
      learnt.temperature = false;
      return true;
    }
    return false;
  }

  async function* chunks(messages: PromptMessage[], maxTokens: number, signal: AbortSignal): AsyncGenerator<Chunk> {
    for (;;) {
      try {
        return yield* endpoint.stream(
          '/chat/completions',
          bodyOf(messages, maxTokens),
          LIMITS,
          signal,
        ) as AsyncGenerator<Chunk, void>;
      } catch (error) {
        // Refused with its status, so that nothing was said yet.
        if (!(error instanceof EndpointError && learn(error))) throw error;
      }
    }
  }

  return {
    ...identity,
    budget: BUDGET,
    concurrency: CONCURRENCY,
    count: async (texts) => texts.map(estimateTokens),

    async *generate(messages, { maxTokens, signal }) {
      let reason: GeneratedEnd['reason'] | null = null;
      let usage: GeneratedEnd['usage'] = null;
      try {
        for await (const chunk of chunks(messages, maxTokens, signal)) {
          if (typeof chunk !== 'object' || chunk === null || chunk.error) throw new EndpointError('malformed');
          const [choice] = Array.isArray(chunk.choices) ? chunk.choices : [];
          const delta = choice?.delta?.content;
          if (typeof delta === 'string' && delta !== '') yield { type: 'text', delta };
          if (typeof choice?.finish_reason === 'string') reason = choice.finish_reason === 'length' ? 'length' : 'stop';
          usage = usageIn(chunk) ?? usage;
        }
        // A stream that was closed by a proxy also ends, but not like this.
        if (reason === null) throw new EndpointError('malformed');
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof EndpointError)) throw error;
        log.warn('answerer_request_failed', {
          engine: id,
          reason: error.reason,
          status: error.status,
          code: error.code,
        });
        throw error.status === 429 ? errors.busy(error.retryAfter || BUSY_SECONDS) : errors.answererUnavailable();
      }
      yield { type: 'end', reason, usage };
    },

    ready: endpoint.ready,
    async close() {},
  };
}

function usageIn({ usage }: Chunk): GeneratedEnd['usage'] {
  const [prompt, completion] = [usage?.prompt_tokens, usage?.completion_tokens];
  const counts = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return counts(prompt) && counts(completion) ? { prompt, completion } : null;
}
