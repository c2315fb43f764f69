import type { ChosenModelServer } from '@footnote/sdk/contract';
import { askModel, proveThatItWorks } from '../answering/probing/try-model.ts';
import type { Env, ModelServer } from '../config/env.ts';
import { askContextLength } from '../engines/openai/context-length.ts';
import { type AskedServer, addressNotAllowed, explainFailure } from '../engines/openai/explain-failure.ts';
import { isNoApi, listServedModels, type ServedModels } from '../engines/openai/list-served-models.ts';
import { parseModelServerUrl } from '../engines/openai/model-server-url.ts';
import { guardedAddress, openServerKey, reachOf, sealServerKey } from '../engines/selection/chosen-server.ts';
import { servedGenerator } from '../engines/selection/create-engines.ts';
import { readSelection, storeSelection } from '../engines/selection/selection-file.ts';
import type { Generator } from '../engines/types.ts';
import { examinedServer } from '../evaluation/examined-model.ts';
import type { Log } from '../platform/log.ts';
import type { EnteredModel, EnteredServer, ModelServers } from '../services/server/model-servers.ts';
import type { EngineManager } from './engine-manager.ts';
import type { ModelExaminer } from './model-examiner.ts';

interface ModelServersDeps {
  env: Env;
  engineManager: Pick<EngineManager, 'useGenerator'>;
  examiner: ModelExaminer;
  /** The secret of the server, which encrypts keys. */
  secret: string;
  log: Log;
}

/** Programs that serve models on this machine, at their usual addresses. */
const USUAL = [{ name: 'Ollama', url: 'http://127.0.0.1:11434/v1' }];
const FIND_TIMEOUT_MS = 1_000;

/** The model servers that the operator enters in the console. */
export function createModelServers(deps: ModelServersDeps): ModelServers {
  const { env, engineManager, examiner, secret } = deps;
  const contextTokens = async (server: ModelServer) =>
    env.answererContext ?? (await askContextLength({ ...guardedAddress(server, env), model: server.model }));
  return {
    chosen: () => describeChosen(deps),

    async find(signal) {
      const found = await Promise.all(USUAL.map((server) => findServer(env, server, signal)));
      return found.filter((server) => server !== null);
    },

    async list(entered, signal) {
      const server = { ...(await resolveServer(deps, entered)), model: null };
      return explained(deps, server, () => listServedModels(guardedAddress(server, env), signal));
    },

    try: (entered, question, signal) =>
      withModel(deps, entered, signal, async (generator) => {
        await generator.refreshBudget?.();
        const attempt = await askModel(generator, [{ role: 'user', text: question }], signal);
        return {
          answer: attempt.text,
          cut_off: attempt.cutOff,
          streams: attempt.streams,
          first_word_ms: attempt.firstWordMs,
          total_ms: attempt.totalMs,
        };
      }),

    check: (entered, signal) =>
      withModel(deps, entered, signal, (generator, server) =>
        examiner.examine(examinedServer(server), generator, { signal, contextTokens: () => contextTokens(server) }),
      ),

    use: (entered, { anyway, signal }) =>
      withModel(deps, entered, signal, async (generator, server) => {
        const { url, apiKey, model } = server;
        await proveThatItWorks(generator, signal);
        const options = { signal, contextTokens: () => contextTokens(server) };
        if (!anyway) await examiner.assertFit(examinedServer(server), generator, options);
        const key = apiKey === null ? null : sealServerKey(apiKey, url, secret);
        await storeSelection(env.dataDir, { answerer: 'openai', server: { url, model, key } });
        engineManager.useGenerator(generator);
      }),

    async forget() {
      const { answerer, server } = await readSelection(env.dataDir);
      if (server === null) return;
      const isInUse = env.answerer === null && answerer === 'openai';
      await storeSelection(env.dataDir, { server: null, ...(answerer === 'openai' && { answerer: 'extractive' }) });
      if (isInUse) engineManager.useGenerator(null);
    },
  };
}

async function describeChosen({ env, secret }: ModelServersDeps): Promise<ChosenModelServer | null> {
  const { answerer, server } = await readSelection(env.dataDir);
  if (server === null) return null;
  const { url, model, key } = server;
  const isReadable = key !== null && openServerKey(key, url, secret) !== null;
  return {
    url,
    model,
    key: key === null ? 'none' : isReadable ? 'stored' : 'unreadable',
    in_use: env.answerer === null && answerer === 'openai',
  };
}

async function findServer(env: Env, { name, url }: (typeof USUAL)[number], signal: AbortSignal) {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(FIND_TIMEOUT_MS)]);
    const { models } = await listServedModels(guardedAddress({ url, apiKey: null }, env), limit);
    return { name, url, models };
  } catch {
    return null;
  }
}

/** The server as entered, with its address in its normal form, and with the stored key if none was entered. */
async function resolveServer(
  { env, secret }: ModelServersDeps,
  { url: entered, api_key }: EnteredServer,
): Promise<Omit<ModelServer, 'model'>> {
  const url = parseModelServerUrl(entered, reachOf(env));
  if (url === null) throw addressNotAllowed(reachOf(env));
  if (api_key !== undefined) return { url, apiKey: api_key };
  const { server } = await readSelection(env.dataDir);
  // A key opens only for the origin that it was entered with.
  return { url, apiKey: server?.key ? openServerKey(server.key, url, secret) : null };
}

/** Runs `act` with the generator for a model that was entered. */
async function withModel<Result>(
  deps: ModelServersDeps,
  entered: EnteredModel,
  signal: AbortSignal,
  act: (generator: Generator, server: ModelServer) => Promise<Result>,
): Promise<Result> {
  const { env, log } = deps;
  const asked = { ...(await resolveServer(deps, entered)), model: entered.model };
  return explained(deps, asked, async () => {
    const server = { ...asked, url: await locate(env, asked, signal) };
    return act(servedGenerator(env, server, log), server);
  });
}

/** The address of the API. A server that lists no models is taken at the address that was entered. */
async function locate(env: Env, { url, apiKey }: ModelServer, signal: AbortSignal): Promise<ServedModels['url']> {
  try {
    return (await listServedModels(guardedAddress({ url, apiKey }, env), signal)).url;
  } catch (error) {
    if (isNoApi(error)) return url;
    throw error;
  }
}

/** Throws errors of the server as sentences for the operator. */
async function explained<Result>(
  { env }: ModelServersDeps,
  asked: AskedServer,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw explainFailure(error, asked, reachOf(env));
  }
}
