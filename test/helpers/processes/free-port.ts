import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections, which may take a free one at any time, and for each worker its own. */
const FIRST = 10_000 + 1_000 * (Number(process.env.VITEST_POOL_ID ?? 0) % 8);
/** Others may test on this machine, too. */
let next = process.pid % 500;

/** A port on which nothing listens, another one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next % 1_000);
    next += 1;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
