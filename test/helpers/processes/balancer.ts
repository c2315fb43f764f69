import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMIT_MS } from '../timing/until.ts';

const ASK_EVERY = 100;
/** The number of consecutive failed checks after which a server gets no requests. */
const NOES = 2;

/** A load balancer: it checks whether each replica is ready, and passes requests to the ready ones in turn. */
export interface Balancer {
  /** The address with `/v1`. */
  baseURL: string;
  /** Replaces the addresses of the servers. Each gets no requests until it is ready. */
  use(urls: string[]): Promise<void>;
  /** The number of requests passed to each address. */
  served: Map<string, number>;
  close(): Promise<void>;
}

/**
 * Starts a load balancer on a free port. It keeps connections open and does not retry: if a replica breaks a response off, it
 * is broken off for the client.
 */
export async function startBalancer(): Promise<Balancer> {
  const served = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  /** The number of failed checks of each server since its last success. Servers start with too many. */
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

/** Checks whether a server is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(LIMIT_MS) })).ok;
  } catch {
    return false;
  }
}

function pass(agent: Agent, target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url } = incoming;
  const passed = request(`${target}${url}`, { agent, ...(method && { method }), headers }, (answer) => {
    // Keep-alive is negotiated for each of the two connections separately.
    const { connection: _, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
