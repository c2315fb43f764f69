/** The documents of a project as a model of the AI SDK. It is compatible with its types but imports nothing from it. */
import type {
  ChatCompletion,
  ChatCompletionMessage,
  ChatCompletionRequest,
  Citation,
  FinishReason,
  NoSourcesReason,
  SearchFilter,
  TokenUsage,
} from '../contract/index.ts';
import { FootnoteError } from '../core/errors.ts';
import { type ClientOptions, type RequestOptions, type Settings, settle } from '../core/options.ts';
import { path } from '../core/path.ts';
import { request } from '../core/request.ts';
import { openStream } from '../core/stream.ts';
import { readChunks } from './completion-parts.ts';

/** Options of one model. */
export interface FootnoteModelOptions {
  /** Which sources may answer. `providerOptions: { footnote: { filter } }` of a call replaces it. */
  filter?: SearchFilter | undefined;
}

/** The metadata of an answer, in `providerMetadata.footnote`. */
export interface FootnoteMetadata {
  message_id: string;
  finish_reason: FinishReason;
  /** For a refusal because there was no document to search. */
  reason?: NoSourcesReason;
  /** The server could not store the answer. */
  kept?: false;
}

/** A passage that the answer cites, as a `source` part. */
export interface FootnoteSource {
  type: 'source';
  sourceType: 'url';
  /** The number of its marker: `1` for `[1]`. */
  id: string;
  url: string;
  title: string;
  providerMetadata: { footnote: JsonOf<Citation> };
}

interface Usage {
  inputTokens: Record<'total' | 'noCache', number> & Record<'cacheRead' | 'cacheWrite', undefined>;
  outputTokens: Record<'total' | 'text', number> & Record<'reasoning', undefined>;
}

interface Finish {
  finishReason: { unified: 'stop' | 'length' | 'error' | 'other'; raw: FinishReason };
  usage: Usage;
  providerMetadata: { footnote: JsonOf<FootnoteMetadata> };
}

interface Warning {
  type: 'unsupported';
  feature: string;
  details: string;
}

interface ResponseMetadata {
  id: string;
  timestamp: Date;
  modelId: string;
}

/** A part of a streamed answer. */
export type FootnoteModelPart =
  | { type: 'stream-start'; warnings: Warning[] }
  | ({ type: 'response-metadata' } & ResponseMetadata)
  | { type: 'text-start' | 'text-end'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | FootnoteSource
  | ({ type: 'finish' } & Finish)
  | { type: 'error'; error: unknown };

/** What the AI SDK asks a model for; what is not listed is ignored. */
export interface FootnoteModelCall {
  prompt: readonly {
    role: string;
    content: string | readonly { type: string; text?: unknown }[];
  }[];
  abortSignal?: AbortSignal | undefined;
  headers?: Record<string, string | undefined> | undefined;
  providerOptions?: Record<string, Record<string, unknown>> | undefined;
  tools?: readonly unknown[] | undefined;
  responseFormat?: { type: string } | undefined;
}

/** A whole answer. */
interface Generated extends Finish {
  content: ({ type: 'text'; text: string } | FootnoteSource)[];
  response: ResponseMetadata;
  warnings: Warning[];
}

/** A model of the AI SDK (specification 3, for `ai` 6 and 7). */
export interface FootnoteLanguageModel {
  readonly specificationVersion: 'v3';
  readonly provider: string;
  /** The id of the project. */
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  doGenerate(call: FootnoteModelCall): Promise<Generated>;
  doStream(call: FootnoteModelCall): Promise<{ stream: ReadableStream<FootnoteModelPart> }>;
}

/** A provider of the AI SDK: a function from the id of a project to its model. */
export interface FootnoteProvider {
  (projectId: string, options?: FootnoteModelOptions): FootnoteLanguageModel;
  readonly specificationVersion: 'v3';
  languageModel(projectId: string): FootnoteLanguageModel;
  /** Throws: there are only language models. */
  embeddingModel(id: string): never;
  /** Throws: there are only language models. */
  imageModel(id: string): never;
}

/** Metadata of the AI SDK is JSON by its types, which interfaces are not. */
type JsonOf<Value> = { [Name in keyof Value]: Value[Name] };

const TEXT_ID = 'text';

/**
 * Creates a provider for `generateText`, `streamText` and agents. It needs an API key. Each answer comes from the documents of
 * the project alone, and its citations are `source` parts.
 * @example
 * const footnote = createFootnote({ baseURL: 'https://chat.example.com/v1', apiKey: key });
 * const model = footnote(projectId); // generateText({ model, prompt: 'When do you open?' })
 */
export function createFootnote(options: Omit<ClientOptions, 'accessToken' | 'getToken'> = {}): FootnoteProvider {
  const settings = settle(options);
  const languageModel = (projectId: string, { filter }: FootnoteModelOptions = {}) =>
    createModel(settings, projectId, filter);
  const none = (id: string): never => {
    throw new FootnoteError(`Footnote has language models only: ${id}`);
  };
  return Object.assign(languageModel, {
    specificationVersion: 'v3' as const,
    languageModel: (projectId: string) => languageModel(projectId),
    embeddingModel: none,
    imageModel: none,
  });
}

function createModel(settings: Settings, projectId: string, filter: SearchFilter | undefined): FootnoteLanguageModel {
  const callOf = (call: FootnoteModelCall, streamed: Partial<ChatCompletionRequest>) => ({
    method: 'POST' as const,
    path: path`/projects/${projectId}/chat/completions`,
    body: {
      messages: call.prompt.map(messageOf),
      filter: (call.providerOptions?.footnote?.filter as SearchFilter | undefined) ?? filter,
      ...streamed,
    },
    once: true,
  });

  return {
    specificationVersion: 'v3',
    provider: 'footnote',
    modelId: projectId,
    supportedUrls: {},

    async doGenerate(call) {
      const completion = await request<ChatCompletion>(settings, callOf(call, {}), optionsOf(call));
      const { content, citations, ...ended } = completion.choices[0].message;
      return {
        content: [{ type: 'text', text: content }, ...citations.map(sourceOf)],
        ...finishOf(metadataOf(completion.id, ended.finish_reason, ended), completion.usage),
        response: responseOf(completion, projectId),
        warnings: warningsOf(call),
      };
    },

    async doStream(call) {
      const streamed = { stream: true, stream_options: { include_usage: true } };
      const description = { ...callOf(call, streamed), accept: 'text/event-stream' };
      const leaving = new AbortController();
      const { abortSignal } = call;
      const signal = abortSignal ? AbortSignal.any([abortSignal, leaving.signal]) : leaving.signal;
      const chunks = readChunks(openStream(settings, description, { ...optionsOf(call), signal }));
      // An error before the answer begins is that of the call.
      const first = await chunks.next();
      const leave = async () => {
        leaving.abort();
        await chunks.return();
      };
      return { stream: toStream(partsOf(first, chunks, projectId, warningsOf(call)), leave) };
    },
  };
}

const metadataOf = (
  message_id: string,
  finish_reason: FinishReason,
  { reason, kept }: Pick<FootnoteMetadata, 'reason' | 'kept'>,
): FootnoteMetadata => ({ message_id, finish_reason, ...(reason && { reason }), ...(kept === false && { kept }) });

type Chunks = ReturnType<typeof readChunks>;

async function* partsOf(
  first: Awaited<ReturnType<Chunks['next']>>,
  chunks: Chunks,
  projectId: string,
  warnings: Warning[],
): AsyncGenerator<FootnoteModelPart, void, undefined> {
  yield { type: 'stream-start', warnings };
  let metadata: FootnoteMetadata | undefined;
  let citations: Citation[] = [];
  let usage: TokenUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  for (let next = first; !next.done; next = await chunks.next()) {
    const chunk = next.value;
    if (next === first) {
      yield { type: 'response-metadata', ...responseOf(chunk, projectId) };
      yield { type: 'text-start', id: TEXT_ID };
    }
    const delta = chunk.choices[0]?.delta.content ?? '';
    if (delta !== '') yield { type: 'text-delta', id: TEXT_ID, delta };
    const { id, finish_reason } = chunk;
    if (finish_reason) metadata = metadataOf(id, finish_reason, chunk);
    citations = chunk.citations ?? citations;
    usage = chunk.usage ?? usage;
  }
  yield { type: 'text-end', id: TEXT_ID };
  for (const citation of citations) yield sourceOf(citation);
  yield { type: 'finish', ...finishOf(metadata ?? { message_id: '', finish_reason: 'error' }, usage) };
}

/** A failure is a part of the stream, as the AI SDK expects it. */
function toStream(parts: AsyncGenerator<FootnoteModelPart, void, undefined>, cancel: () => Promise<void>) {
  return new ReadableStream<FootnoteModelPart>({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.enqueue({ type: 'error', error });
        controller.close();
      }
    },
    cancel,
  });
}

/** The texts of a message. The server ignores other roles than those of the user and the assistant. */
function messageOf({ role, content }: FootnoteModelCall['prompt'][number]): ChatCompletionMessage {
  if (typeof content === 'string') return { role, content };
  const texts = content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  return { role, content: texts.join('\n') };
}

function optionsOf({ abortSignal, headers = {} }: FootnoteModelCall): RequestOptions {
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { signal: abortSignal, headers: Object.fromEntries(given) };
}

/** Says what an answer from documents alone cannot follow. */
function warningsOf({ prompt, tools, responseFormat }: FootnoteModelCall): Warning[] {
  const isText = (content: FootnoteModelCall['prompt'][number]['content']) =>
    typeof content === 'string' || content.every(({ type }) => type === 'text');
  const found: [boolean, string, string][] = [
    [prompt.some(({ role }) => role === 'system'), 'system messages', 'The instructions are those of the server.'],
    [prompt.some(({ role, content }) => role === 'user' && !isText(content)), 'files', 'Only text is read.'],
    [(tools ?? []).length > 0, 'tools', 'Answers come from the documents alone.'],
    [responseFormat?.type === 'json', 'JSON', 'Answers are text with markers.'],
  ];
  return found.flatMap(([isThere, feature, details]) =>
    isThere ? [{ type: 'unsupported' as const, feature, details }] : [],
  );
}

const sourceOf = (citation: Citation): FootnoteSource => ({
  type: 'source',
  sourceType: 'url',
  id: String(citation.id),
  url: citation.url,
  title: citation.title,
  providerMetadata: { footnote: { ...citation } },
});

const responseOf = ({ id, created }: { id: string; created: number }, modelId: string): ResponseMetadata => ({
  id,
  modelId,
  timestamp: new Date(created * 1000),
});

/** A refusal and an unsure answer are complete; `raw` and the metadata tell them apart. */
const UNIFIED = {
  stop: 'stop',
  unsure: 'stop',
  refused: 'stop',
  length: 'length',
  aborted: 'other',
  error: 'error',
} as const;

const finishOf = (metadata: FootnoteMetadata, { prompt_tokens, completion_tokens }: TokenUsage): Finish => ({
  finishReason: { unified: UNIFIED[metadata.finish_reason] ?? 'other', raw: metadata.finish_reason },
  usage: {
    inputTokens: { total: prompt_tokens, noCache: prompt_tokens, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: completion_tokens, text: completion_tokens, reasoning: undefined },
  },
  providerMetadata: { footnote: { ...metadata } },
});
