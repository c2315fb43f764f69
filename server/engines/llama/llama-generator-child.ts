import type { ChatHistoryItem, LlamaContextSequence, Token } from 'node-llama-cpp';
import { serve } from '../host/child.ts';
import type { PromptMessage } from '../types.ts';
import type { GeneratorProtocol } from './local-generator.ts';
import { createSequencePool } from './sequence-pool.ts';

/** The program of a child process that writes with a GGUF model. */

export interface LlamaSettings {
  package: string;
  /** The model's file. */
  path: string;
  /** Tokens of a prompt and its answer together. */
  contextTokens: number;
  sequences: number;
  threads: number;
}

/**
 * Tokens of a prompt that are read in one go, which cannot be interrupted: some four seconds of a model of 4B on one
 * processor. Measured on 0.3B with four bits a weight: 64 cost what 768 in one go do, 32 twice as much.
 */
const PIECE = 64;

serve<LlamaSettings, GeneratorProtocol>(async (settings) => {
  const { model, context, template, chats } = await load(settings);
  const pool = createSequencePool(chats, ({ sequence }, prompt: Token[]) => firstDifference(sequence, prompt));

  /** What the model reads. Only the template's own tokens are special: in the texts they are the characters they are. */
  const promptOf = (history: ChatHistoryItem[]): Token[] =>
    template.generateContextState({ chatHistory: [...history, OPEN] }).contextText.tokenize(model.tokenizer);

  return {
    count: async (texts) => texts.map((text) => model.tokenize(text, false).length),

    async generate({ messages, maxTokens }, { signal, emit }) {
      const history = messages.map(historyItem);
      const prompt = promptOf(history);
      const limit = context.contextSize;
      // The engine would drop the oldest part of the prompt, the sources among it, and answer from the rest.
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
    settings.package
  )) as typeof import('node-llama-cpp');
  const llama = await getLlama({
    // Nothing is built and nothing downloaded: what the package brings is what there is.
    build: 'never',
    skipDownload: true,
    maxThreads: settings.threads,
    logLevel: LlamaLogLevel.error,
    logger: (_, text) => nativeErrors.push(text.trim()),
    progressLogs: false,
  });
  const model = await llama.loadModel({ modelPath: settings.path }).catch((error: Error) => {
    // The library says that it failed; the native code has said why before.
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
      // Thinking aloud takes minutes on a processor, and the answer is in the passages.
      customWrapperSettings: { qwen: { thoughts: 'discourage' } },
    }) ?? new GeneralChatWrapper();
  const chats = Array.from({ length: settings.sequences }, () => {
    const sequence = context.getSequence();
    return { sequence, chat: new LlamaChat({ contextSequence: sequence, chatWrapper: template }) };
  });
  return { model, context, template, chats };
}

/** Tokens that two prompts begin with: the rules stay the same from one question to the next, to where the next message begins. */
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
 * Has the prompt read but for its last token, in pieces, so that an abort is heard between them; what the sequence holds
 * of it already is not read again. After the shared part a model that cannot go back to any place in what it has read is
 * given one to which it can.
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
    const end = at < shared ? Math.min(at + PIECE, shared) : at + PIECE;
    await sequence.evaluateWithoutGeneratingNewTokens(toRead.slice(at, end));
    if (sequence.nextTokenIndex === shared) await sequence.takeCheckpoint();
  }
  signal.throwIfAborted();
}
