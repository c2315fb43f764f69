import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import type { ServerSettings } from './server-process.ts';

/** Settings of a server under a supervisor, which has the same port after a restart. */
export async function supervised(): Promise<Required<Pick<ServerSettings, 'command' | 'env'>>> {
  const supervisor = fileURLToPath(new URL('./supervisor.ts', import.meta.url));
  return {
    command: [process.execPath, '--no-warnings', supervisor],
    env: { SUPERVISED: '1', PORT: String(await freePort()) },
  };
}
