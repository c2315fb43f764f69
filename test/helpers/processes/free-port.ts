import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that systems give to connections, which may take a free one at any time. */
const FIRST = 10_000;
const COUNT = 8_000;
/** Others look from another port on, so that each finds one soon. */
let next = (37 * process.pid) % COUNT;
/**
 * On a port that is so much higher, this process listens from then on: what the port is for is started later, and no other process
 * may be given it meanwhile, whether a worker of these tests or of others on this machine.
 */
const RESERVED_AT = 10_000;

/** A port on which nothing listens, for this process alone. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next % COUNT);
    next += 1;
    const reservation = await listenOn(port + RESERVED_AT);
    if (reservation === null) continue;
    const trial = await listenOn(port);
    if (trial === null) await close(reservation);
    else {
      await close(trial);
      return port;
    }
  }
}

/** Null where something listens there. It does not keep the process alive. */
async function listenOn(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1').unref();
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return null;
  }
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
