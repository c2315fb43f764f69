import { createEndpoint, type EndpointAddress, EndpointError, type EndpointLimits } from './endpoint.ts';

/** The operator waits. The list of a large provider has a megabyte. */
const LIMITS: EndpointLimits = { firstByteMs: 10_000, idleMs: 10_000, bytes: 4 * 1024 * 1024 };
const MAX_MODELS = 1_000;
const MODEL_NAME = /^[\w.:/@+-]{1,200}$/;

/** Where a server has its API, and the names of its models. */
export interface ServedModels {
  url: string;
  models: string[];
}

/**
 * Asks a server for its models. If there is no API at the address, it is looked for below `/v1`, where most servers have it.
 * Throws `EndpointError` or the signal's reason.
 */
export async function listServedModels(
  address: EndpointAddress,
  signal: AbortSignal,
  firstByteMs = LIMITS.firstByteMs,
): Promise<ServedModels> {
  const list = async (url: string): Promise<ServedModels> => {
    const answer = await createEndpoint({ ...address, url }).get('/models', { ...LIMITS, firstByteMs }, signal);
    return { url, models: parseModels(answer) };
  };
  try {
    return await list(address.url);
  } catch (error) {
    if (!isNoApi(error) || address.url.endsWith('/v1')) throw error;
    return await list(`${address.url}/v1`).catch((second: unknown) => {
      throw isNoApi(second) ? error : second;
    });
  }
}

/** Whether a response shows that the address is not that of an API. */
export function isNoApi(error: unknown): boolean {
  if (!(error instanceof EndpointError)) return false;
  return error.reason === 'malformed' || error.status === 404 || error.status === 405;
}

function parseModels(answer: unknown): string[] {
  const { data } = (answer ?? {}) as { data?: unknown };
  // Ollama without any model says null.
  if (data === null) return [];
  if (!Array.isArray(data)) throw new EndpointError('malformed');
  const names = data.map((one: { id?: unknown } | null) => one?.id);
  const usable = names.filter((name): name is string => typeof name === 'string' && MODEL_NAME.test(name));
  return [...new Set(usable)].slice(0, MAX_MODELS);
}
