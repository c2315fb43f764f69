import type { LLamaCpp } from 'llama-node/dist/llm/llama-cpp.js';
import PQueue from 'p-queue';
import { type RequestContext, serve } from '../host/child.ts';
import type { PromptMessage } from '../types.ts';
import type { GeneratorProtocol } from './local-generator.ts';

/** The program of a child process that writes with a GGML model, by a library that is no longer kept. */

export interface LlamaNodeSettings {
  package: string;
  /** The model's file. */
  path: string;
  contextTokens: number;
  threads: number;
}

/** Files of this kind hold no template. This one was the usual one when they were made. */
const INSTRUCTION = '### Instruction:\n';
const RESPONSE = '\n\n### Response:\n';
/** With it a model begins another turn that is not its own. */
const STOP = '\n###';

serve<LlamaNodeSettings, GeneratorProtocol>(async (settings) => {
  const llama = await load(settings);
  // It works for one at a time, and what is asked for meanwhile would wait where no abort is heard.
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

async function load({ package: name, path, contextTokens }: LlamaNodeSettings): Promise<LLamaCpp> {
  const library = (await import(`${name}/dist/llm/llama-cpp.js`)) as typeof import('llama-node/dist/llm/llama-cpp.js');
  const llama = new library.LLamaCpp();
  await llama.load({
    // The native code reads on until it finds a zero, which nobody else puts there.
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
  // And the one that every prompt begins with.
  const length = (await countTokens(llama, prompt)) + 1;
  // The native code would read past the end of its memory.
  if (length + maxTokens > contextTokens) {
    throw new Error(`a prompt of ${length} tokens and ${maxTokens} of an answer do not fit ${contextTokens}.`);
  }
  const over = new AbortController();
  const text = untilStop(emit, () => over.abort());
  let completion = 0;
  const written = llama.createCompletion(
    // Its own limit of tokens leaves the promise open for ever: they are counted here.
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
    // It rejects at once where it is aborted, and stops some time later: nothing else may begin before that.
    await llama.tokenize('');
    signal.throwIfAborted();
    if (!over.signal.aborted) throw error;
    return { completed: text.stopped() };
  });
  text.end();
  return { reason: completed ? 'stop' : 'length', usage: { prompt: length, completion } };
}

/** The rules first, then what was said in turns. No text of them can hold what begins a turn. */
function promptOf(messages: PromptMessage[]): string {
  const turnOf = ({ role, text }: PromptMessage) => {
    const own = readable(text).replace(/#{3,}/g, '##');
    if (role === 'system') return `${own}\n\n`;
    return role === 'user' ? `${INSTRUCTION}${own}${RESPONSE}` : `${own}\n\n`;
  };
  return messages.map(turnOf).join('');
}

/** The native code takes a zero for the end of a text, or ends its process over it. */
const readable = (text: string) => text.replaceAll('\0', '');

/** Passes text on until the stop comes, of which nothing is passed on. */
function untilStop(emit: (text: string) => void, stop: () => void) {
  let held = '';
  let begun = false;
  let stopped = false;
  const pass = (text: string) => {
    // Words begin with the space before them, the first one too.
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

/** Where the longest end of the text begins that the stop begins with: that waits for what comes next. */
function holdFrom(text: string): number {
  for (let length = Math.min(STOP.length - 1, text.length); length > 0; length--) {
    if (STOP.startsWith(text.slice(-length))) return text.length - length;
  }
  return text.length;
}
