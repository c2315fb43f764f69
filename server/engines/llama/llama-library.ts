/** What of `node-llama-cpp` is used. Engines are not installed where the server is compiled. */

/** A number that stands for a piece of text. */
export type Token = number & { readonly __token: never };

export type ChatHistoryItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] };

interface TokenMeterState {
  usedOutputTokens: number;
}

/** A sequence of tokens that a context has read. */
export interface LlamaContextSequence {
  nextTokenIndex: number;
  tokenMeter: { getState(): TokenMeterState; diff(before: TokenMeterState): TokenMeterState };
  compareContextTokens(tokens: Token[]): { firstDifferentIndex: number };
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>;
  takeCheckpoint(): Promise<void>;
}

type Tokenizer = (text: string, specialTokens?: boolean) => Token[];

interface LlamaModel {
  tokenizer: Tokenizer;
  tokenize(text: string, specialTokens: boolean): Token[];
  createContext(options: { contextSize: number; sequences: number; threads: number }): Promise<LlamaContext>;
}

interface LlamaContext {
  contextSize: number;
  getSequence(): LlamaContextSequence;
}

/** How a model marks the turns of a conversation. */
interface ChatWrapper {
  generateContextState(options: { chatHistory: ChatHistoryItem[] }): {
    contextText: { tokenize(tokenizer: Tokenizer): Token[] };
  };
}

export interface LlamaChat {
  generateResponse(
    history: ChatHistoryItem[],
    options: {
      temperature: number;
      maxTokens: number;
      budgets: { thoughtTokens: number };
      signal: AbortSignal;
      onTextChunk(text: string): void;
    },
  ): Promise<{ metadata: { stopReason: string } }>;
}

export interface LlamaLibrary {
  getLlama(options: {
    build: 'never';
    skipDownload: true;
    maxThreads: number;
    logLevel: unknown;
    logger(level: unknown, text: string): void;
    progressLogs: boolean;
  }): Promise<{ loadModel(options: { modelPath: string }): Promise<LlamaModel> }>;
  GeneralChatWrapper: new () => ChatWrapper;
  LlamaChat: new (options: { contextSequence: LlamaContextSequence; chatWrapper: ChatWrapper }) => LlamaChat;
  LlamaLogLevel: { error: unknown };
  resolveChatWrapper(model: LlamaModel, options: object): ChatWrapper | null;
}
