import { createEndpoint, type Endpoint, type EndpointAddress, type EndpointLimits } from './endpoint.ts';

/** A visitor waits. The list of models of a large provider has a megabyte. */
const LIMITS: EndpointLimits = { firstByteMs: 2_000, idleMs: 2_000, bytes: 4 * 1024 * 1024 };
/** What Ollama gives a model at least, if the model holds as much. */
const OLLAMA_MINIMUM = 4_096;

/**
 * Asks a server how many tokens a prompt and its answer may have together. The protocol has no field for it, so each kind of
 * server is asked in its own way: vLLM in the list of models, Ollama, llama-server and LM Studio beside the protocol's paths.
 * Null if none of them tells.
 */
export async function askContextLength(address: EndpointAddress & { model: string }): Promise<number | null> {
  const listed = await fromModelList(createEndpoint(address), address.model);
  if (listed !== null) return listed;
  const root = address.url.replace(/\/v1$/, '');
  if (root === address.url) return null;
  const server = createEndpoint({ ...address, url: root });
  const told = await Promise.all([fromLlamaServer, fromOllama, fromLmStudio].map((ask) => ask(server, address.model)));
  return told.find((tokens) => tokens !== null) ?? null;
}

async function fromModelList(endpoint: Endpoint, model: string): Promise<number | null> {
  const { data } = await ask(endpoint.get('/models', LIMITS));
  return tokensIn(findModel(data, 'id', [model]).max_model_len);
}

/** The context of one slot. A router would otherwise load the model for this question. */
async function fromLlamaServer(server: Endpoint, model: string): Promise<number | null> {
  const query = new URLSearchParams({ model, autoload: 'false' });
  const { default_generation_settings: settings } = await ask(server.get(`/props?${query}`, LIMITS));
  return tokensIn(toRecord(settings).n_ctx);
}

/**
 * What a loaded model has, else what its Modelfile sets. What the model was trained with is only an upper bound: Ollama
 * truncates prompts at its own setting, which it tells no one before the model is loaded.
 */
async function fromOllama(server: Endpoint, model: string): Promise<number | null> {
  const [{ models }, { parameters, model_info: info }] = await Promise.all([
    ask(server.get('/api/ps', LIMITS)),
    ask(server.post('/api/show', { model }, LIMITS)),
  ]);
  const loaded = tokensIn(findModel(models, 'name', [model, `${model}:latest`]).context_length);
  const set = tokensIn(Number(/^num_ctx\s+(\d+)\s*$/m.exec(String(parameters))?.[1]));
  const [, trained] = Object.entries(toRecord(info)).find(([name]) => name.endsWith('.context_length')) ?? [];
  const most = tokensIn(trained);
  const told = loaded ?? set;
  if (most === null) return told;
  if (told === null) return most < OLLAMA_MINIMUM ? most : null;
  return Math.min(most, told);
}

async function fromLmStudio(server: Endpoint, model: string): Promise<number | null> {
  const { data } = await ask(server.get('/api/v0/models', LIMITS));
  return tokensIn(findModel(data, 'id', [model]).loaded_context_length);
}

/** Empty if the server has no such path, or answers with something else. */
const ask = (answer: Promise<unknown>): Promise<Record<string, unknown>> => answer.then(toRecord, () => ({}));

function findModel(list: unknown, key: string, names: string[]): Record<string, unknown> {
  const models = Array.isArray(list) ? list.map(toRecord) : [];
  return models.find((each) => names.includes(String(each[key]))) ?? {};
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const tokensIn = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
