import type { Env, ModelServer } from '../../config/env.ts';
import type { Log } from '../../platform/log.ts';
import { openText, sealText } from '../../platform/secret-box.ts';
import type { EndpointAddress } from '../openai/endpoint.ts';
import { isAllowedModelAddress, type ModelServerReach } from '../openai/model-server-url.ts';
import { createGuardedRequest } from '../openai/open-request.ts';
import type { ChosenServer } from './selection-file.ts';

/** Returns the secret of the server; null if it has none. */
export type ReadSecret = () => Promise<string | null>;

const PURPOSE = 'model server key';

/** Where a server whose address somebody entered may be. */
export const reachOf = ({ offline }: Pick<Env, 'offline'>): ModelServerReach => (offline ? 'this machine' : 'anywhere');

/** An address that somebody entered: its connections are restricted. */
export function guardedAddress(address: { url: string; apiKey: string | null }, env: Pick<Env, 'offline'>) {
  const reach = reachOf(env);
  const guarded: EndpointAddress = {
    ...address,
    open: createGuardedRequest((ip) => isAllowedModelAddress(ip, reach)),
  };
  return guarded;
}

/** Seals a key for its server: it opens with the same secret, and for an address of the same origin. */
export function sealServerKey(key: string, url: string, secret: string): string {
  return sealText(key, { secret, purpose: PURPOSE, context: new URL(url).origin });
}

/** The key of a chosen server; null if it cannot be opened, because the secret of the server has changed. */
export function openServerKey(sealed: string, url: string, secret: string | null): string | null {
  return secret === null ? null : openText(sealed, { secret, purpose: PURPOSE, context: new URL(url).origin });
}

/** The address of the server that answers, as the settings or the console (`chosen`) name it. */
export async function servedAddress(
  env: Env,
  chosen: ChosenServer | null,
  readSecret: ReadSecret,
  log: Log,
): Promise<EndpointAddress & { model: string }> {
  if (chosen === null) return addressed(env.answererServer);
  const { model, ...address } = await openChosenServer(chosen, readSecret, log);
  return { ...guardedAddress(address, env), model };
}

/** `readEnv` refuses an engine that is a server without its address. */
export function addressed(server: ModelServer | null): ModelServer {
  if (server === null) throw new Error('an engine that is a server has no address.');
  return server;
}

/** The server with its key. If the key cannot be opened, it is asked without: it then refuses, and the operator is told why. */
async function openChosenServer(
  { url, model, key }: ChosenServer,
  readSecret: ReadSecret,
  log: Log,
): Promise<ModelServer> {
  const apiKey = key === null ? null : openServerKey(key, url, await readSecret());
  if (key !== null && apiKey === null) log.warn('model_server_key_unreadable', { model });
  return { url, apiKey, model };
}
