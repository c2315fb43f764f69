import PQueue from 'p-queue';
import { type RequestContext, serve } from '../host/child.ts';
import type { PromptMessage } from '../types.ts';
import type { GeneratorProtocol } from './local-generator.ts';

/**
 * The program of a child process that generates text with a GGML model, through a library that is no longer maintained.
 */

export interface LlamaNodeSettings {
  /** The address of the module. */
  library: string;
  /** The model's file. */
  path: string;
  contextTokens: number;
  threads: number;
}

/** What of the package is used. Engines are not installed where the server is compiled. */
interface LLamaCpp {
  load(options: object): Promise<void>;
  tokenize(text: string): Promise<number[]>;
  createCompletion(
    options: object,
    onToken: (data: { token: string; completed: boolean }) => void,
    signal: AbortSignal,
  ): Promise<{ completed: boolean }>;
}

/** These files hold no template. This one was common when they were made. */
const INSTRUCTION = '### Instruction:\n';
const RESPONSE = '\n\n### Response:\n';
/** Where the model starts a turn that is not its own. */
const STOP = '\n###';

serve<LlamaNodeSettings, GeneratorProtocol>(async (settings) => {
  const llama = await load(settings);
  // The library runs one request at a time and queues others where an abort does not reach them.
  const queue = new PQueue({ concurrency: 1 });
  const inTurn = <Result>(priority: number, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
    queue.add(
      () => {
        signal.throwIfAborted();
        return work();
      },
      { priority },
    );

  return {
    async count(texts, { signal }) {
      const counts: number[] = [];
      for (const text of texts) counts.push(await inTurn(1, signal, () => countTokens(llama, text)));
      return counts;
    },
    generate: ({ messages, maxTokens }, context) =>
      inTurn(0, context.signal, () => write(llama, settings, messages, maxTokens, context)),
  };
});

async function load({ library: address, path, contextTokens }: LlamaNodeSettings): Promise<LLamaCpp> {
  const library = (await import(address)) as { LLamaCpp: new () => LLamaCpp };
  const llama = new library.LLamaCpp();
  await llama.load({
    // The native code reads on to a terminating zero, which the library does not add.
    modelPath: `${path}\0`,
    enableLogging: false,
    nCtx: contextTokens,
    seed: 0,
    f16Kv: true,
    logitsAll: false,
    vocabOnly: false,
    useMlock: false,
    embedding: false,
    useMmap: true,
    nGpuLayers: 0,
  });
  return llama;
}

const countTokens = async (llama: LLamaCpp, text: string) => (await llama.tokenize(readable(text))).length;

async function write(
  llama: LLamaCpp,
  { contextTokens, threads }: LlamaNodeSettings,
  messages: PromptMessage[],
  maxTokens: number,
  { signal, emit }: RequestContext<string>,
): Promise<GeneratorProtocol['generate']['result']> {
  const prompt = promptOf(messages);
  // Plus the token that every prompt starts with.
  const length = (await countTokens(llama, prompt)) + 1;
  // The native code would read beyond its memory.
  if (length + maxTokens > contextTokens) {
    throw new Error(`a prompt of ${length} tokens and ${maxTokens} of an answer do not fit ${contextTokens}.`);
  }
  const over = new AbortController();
  const text = untilStop(emit, () => over.abort());
  let completion = 0;
  const written = llama.createCompletion(
    // With its own token limit, the promise never settles; tokens are counted here instead.
    { prompt, nThreads: threads, nTokPredict: 0, temp: 0, repeatPenalty: 1 },
    ({ token, completed }) => {
      if (completed || over.signal.aborted || signal.aborted) return;
      completion++;
      text.add(token);
      if (completion >= maxTokens) over.abort();
    },
    AbortSignal.any([signal, over.signal]),
  );
  const { completed } = await written.catch(async (error: Error) => {
    // After an abort it rejects at once but stops some time later; nothing else may start before that.
    await llama.tokenize('');
    signal.throwIfAborted();
    if (!over.signal.aborted) throw error;
    return { completed: text.stopped() };
  });
  text.end();
  return { reason: completed ? 'stop' : 'length', usage: { prompt: length, completion } };
}

/** The rules first, then the turns of the conversation. No text can contain the marker of a turn. */
function promptOf(messages: PromptMessage[]): string {
  const turnOf = ({ role, text }: PromptMessage) => {
    const own = readable(text).replace(/#{3,}/g, '##');
    if (role === 'system') return `${own}\n\n`;
    return role === 'user' ? `${INSTRUCTION}${own}${RESPONSE}` : `${own}\n\n`;
  };
  return messages.map(turnOf).join('');
}

/** The native code reads a zero as the end of the text, or crashes on it. */
const readable = (text: string) => text.replaceAll('\0', '');

/** Passes text on up to the stop marker, and nothing of the marker itself. */
function untilStop(emit: (text: string) => void, stop: () => void) {
  let held = '';
  let begun = false;
  let stopped = false;
  const pass = (text: string) => {
    // Words start with their space, even the first one.
    const shown = begun ? text : text.trimStart();
    begun ||= shown !== '';
    if (shown !== '') emit(shown);
  };
  return {
    add(token: string) {
      held += token;
      const at = held.indexOf(STOP);
      stopped = at !== -1;
      const ready = stopped ? at : holdFrom(held);
      pass(held.slice(0, ready));
      held = stopped ? '' : held.slice(ready);
      if (stopped) stop();
    },
    end: () => pass(held),
    stopped: () => stopped,
  };
}

/** Where the longest suffix of the text starts that is a prefix of the stop marker; that part waits for more text. */
function holdFrom(text: string): number {
  for (let length = Math.min(STOP.length - 1, text.length); length > 0; length--) {
    if (STOP.startsWith(text.slice(-length))) return text.length - length;
  }
  return text.length;
}
