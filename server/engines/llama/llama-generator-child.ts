import { serve } from '../host/child.ts';
import type { PromptMessage } from '../types.ts';
import type { ChatHistoryItem, LlamaContextSequence, LlamaLibrary, Token } from './llama-library.ts';
import type { GeneratorProtocol } from './local-generator.ts';
import { createSequencePool } from './sequence-pool.ts';

/** The program of a child process that generates text with a GGUF model. */

export interface LlamaSettings {
  /** The address of the module of `node-llama-cpp`. */
  library: string;
  /** The model's file. */
  path: string;
  /** Maximum tokens of a prompt and its answer together. */
  contextTokens: number;
  sequences: number;
  threads: number;
}

/**
 * Prompt tokens evaluated in one batch, which cannot be interrupted: about four seconds with a 4B model on one
 * processor. Measured with a 4-bit 0.3B model: batches of 64 are as fast as one of 768, batches of 32 take twice as
 * long.
 */
const BATCH_TOKENS = 64;

serve<LlamaSettings, GeneratorProtocol>(async (settings) => {
  const { model, context, template, chats } = await load(settings);
  const pool = createSequencePool(chats, ({ sequence }, prompt: Token[]) => firstDifference(sequence, prompt));

  /**
   * The tokens of the prompt. Only the template's own tokens are special: in texts, the same characters stay
   * characters.
   */
  const promptOf = (history: ChatHistoryItem[]): Token[] =>
    template.generateContextState({ chatHistory: [...history, OPEN] }).contextText.tokenize(model.tokenizer);

  return {
    count: async (texts) => texts.map((text) => model.tokenize(text, false).length),

    async generate({ messages, maxTokens }, { signal, emit }) {
      const history = messages.map(historyItem);
      const prompt = promptOf(history);
      const limit = context.contextSize;
      // The engine would drop the oldest part of the prompt, with the sources, and answer from the rest.
      if (prompt.length + maxTokens > limit) {
        throw new Error(`a prompt of ${prompt.length} tokens and ${maxTokens} of an answer do not fit ${limit}.`);
      }
      const { chat, sequence } = await pool.take(prompt, signal);
      try {
        const opening = promptOf([...history.filter(({ type }) => type === 'system'), { type: 'user', text: '' }]);
        await read(sequence, prompt, sharedLength(prompt, opening), signal);
        const before = sequence.tokenMeter.getState();
        const { metadata } = await chat.generateResponse([...history, OPEN], {
          temperature: 0,
          maxTokens,
          budgets: { thoughtTokens: 0 },
          signal,
          onTextChunk: emit,
        });
        const reason = metadata.stopReason === 'maxTokens' ? 'length' : 'stop';
        const completion = sequence.tokenMeter.diff(before).usedOutputTokens;
        return { reason, usage: { prompt: prompt.length, completion } };
      } finally {
        pool.release({ chat, sequence });
      }
    },
  };
});

async function load(settings: LlamaSettings) {
  const nativeErrors: string[] = [];
  const { getLlama, GeneralChatWrapper, LlamaChat, LlamaLogLevel, resolveChatWrapper } = (await import(
    settings.library
  )) as LlamaLibrary;
  const llama = await getLlama({
    // Nothing is built or downloaded: only the binaries in the package are used.
    build: 'never',
    skipDownload: true,
    maxThreads: settings.threads,
    logLevel: LlamaLogLevel.error,
    logger: (_, text) => nativeErrors.push(text.trim()),
    progressLogs: false,
  });
  const model = await llama.loadModel({ modelPath: settings.path }).catch((error: Error) => {
    // The library only says that loading failed; the native code logged the reason before.
    throw new Error(`${settings.path} cannot be loaded: ${[...nativeErrors.slice(0, 3), error.message].join('; ')}`);
  });
  const context = await model.createContext({
    contextSize: settings.contextTokens,
    sequences: settings.sequences,
    threads: settings.threads,
  });
  const template =
    resolveChatWrapper(model, {
      warningLogs: false,
      // Thinking takes minutes on a processor, and the answer is in the passages.
      customWrapperSettings: { qwen: { thoughts: 'discourage' } },
    }) ?? new GeneralChatWrapper();
  const chats = Array.from({ length: settings.sequences }, () => {
    const sequence = context.getSequence();
    return { sequence, chat: new LlamaChat({ contextSequence: sequence, chatWrapper: template }) };
  });
  return { model, context, template, chats };
}

/** The number of leading tokens that two prompts share: the rules are the same for every question. */
function sharedLength(prompt: Token[], other: Token[]): number {
  const at = prompt.findIndex((token, index) => token !== other[index]);
  return at === -1 ? 0 : at;
}

const OPEN: ChatHistoryItem = { type: 'model', response: [] };

function historyItem({ role, text }: PromptMessage): ChatHistoryItem {
  if (role === 'assistant') return { type: 'model', response: [text] };
  return { type: role, text };
}

const firstDifference = (sequence: LlamaContextSequence, prompt: Token[]) =>
  sequence.compareContextTokens(prompt).firstDifferentIndex;

/**
 * Evaluates the prompt except for its last token, in batches, so that an abort takes effect between them. Tokens that
 * the sequence already holds are not evaluated again. Some models cannot rewind to an arbitrary position, so a
 * checkpoint is set after the shared part.
 */
async function read(
  sequence: LlamaContextSequence,
  prompt: Token[],
  shared: number,
  signal: AbortSignal,
): Promise<void> {
  const toRead = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(toRead, false);
  while (sequence.nextTokenIndex < toRead.length) {
    signal.throwIfAborted();
    const at = sequence.nextTokenIndex;
    const end = at < shared ? Math.min(at + BATCH_TOKENS, shared) : at + BATCH_TOKENS;
    await sequence.evaluateWithoutGeneratingNewTokens(toRead.slice(at, end));
    if (sequence.nextTokenIndex === shared) await sequence.takeCheckpoint();
  }
  signal.throwIfAborted();
}
