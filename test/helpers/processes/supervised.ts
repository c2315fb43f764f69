import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ServerSettings } from './server-process.ts';

/** Settings of a server under a supervisor, which has the same port after a restart. */
export async function supervised(): Promise<Required<Pick<ServerSettings, 'command' | 'env'>>> {
  const supervisor = fileURLToPath(new URL('./supervisor.ts', import.meta.url));
  return {
    command: [process.execPath, '--no-warnings', supervisor],
    env: { SUPERVISED: '1', PORT: String(await freePort()) },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
