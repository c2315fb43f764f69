import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const ASK_EVERY = 100;
const ASK_LIMIT = 3_000;
/** So many noes, one after the other, take a server out of turn. */
const NOES = 2;

/** What stands in front of replicas: it asks each whether it is ready, and passes requests to those that are, in turn. */
export interface Balancer {
  /** With `/v1`. */
  baseURL: string;
  /** The addresses of the servers from now on; each is left out until it says that it is ready. */
  use(urls: string[]): Promise<void>;
  /** How many requests each address was given. */
  served: Map<string, number>;
  close(): Promise<void>;
}

/**
 * Starts one on a free port. It keeps connections as real ones do, and passes nothing a second time: what a replica breaks off
 * is broken off for the client.
 */
export async function startBalancer(): Promise<Balancer> {
  const served = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  /** How often each has said no since it last said yes; before it has ever said yes, too often. */
  const noes = new Map<string, number>();
  let known: string[] = [];
  let turn = 0;

  async function ask(): Promise<void> {
    await Promise.all(
      known.map(async (url) => {
        const yes = await isReady(url);
        noes.set(url, yes ? 0 : (noes.get(url) ?? NOES) + 1);
      }),
    );
  }

  let asking = true;
  async function askAgain(): Promise<void> {
    for (; asking; await delay(ASK_EVERY)) await ask();
  }

  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const ready = known.filter((url) => (noes.get(url) ?? NOES) < NOES);
    const target = ready[turn % ready.length];
    if (target === undefined) return void outgoing.writeHead(503).end();
    served.set(target, (served.get(target) ?? 0) + 1);
    pass(agent, target, incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asked = askAgain();
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async use(urls) {
      known = urls;
      await ask();
    },
    served,
    async close() {
      asking = false;
      await asked;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Its answer to the question of whether it is to be sent anything. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ASK_LIMIT) })).ok;
  } catch {
    return false;
  }
}

function pass(agent: Agent, target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url } = incoming;
  const passed = request(`${target}${url}`, { agent, ...(method && { method }), headers }, (answer) => {
    // What is kept open is a matter of each of the two connections.
    const { connection: _, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
