import { newId, randomBase62 } from '../../../../server/platform/ids.ts';
import { hashApiKey } from '../../../../server/services/access/api-keys.ts';
import type { Store } from '../../../../server/store/types.ts';
import { median } from '../measurement.ts';
import { ownMegabytes, threadMicroseconds } from '../processes.ts';
import { startSubject } from '../subject.ts';

const VISITORS = 50;
/** How often other questions are asked before: a server of its own begins with cold code. */
const WARM_UP = 3;
const SAMPLE_EVERY_MS = 100;

/** What the real server takes for the same questions. */
export interface Served {
  /** Milliseconds from a question of a single visitor to its whole answer, and the processor time of it. */
  p50: number;
  processor: number;
  /** Private memory in megabytes: after the start, the most with one visitor, and with fifty. */
  memory: { started: number; one: number; fifty: number };
}

/** A key for the project, written into its store. */
export async function createKey(store: Store, projectId: string): Promise<string> {
  const key = `chat_${randomBase62(43)}`;
  await store.apiKeys.create({
    ...{ id: newId('key'), projectId, name: 'Bench', hash: hashApiKey(key), prefix: key.slice(0, 11) },
    ...{ scopes: ['ask'], expiresAt: null, addresses: [], createdAt: Date.now() },
  });
  return key;
}

/** Starts the server on a directory, and asks questions: others to warm it, then each by one visitor, and twice by fifty. */
export async function serve(
  dataDir: string,
  key: string,
  { asked, others }: { asked: string[]; others: string[] },
  reader: boolean,
): Promise<Served> {
  const server = await startSubject(dataDir, { READER: reader ? 'builtin' : 'off' });
  try {
    const ask = async (query: string) => {
      const response = await fetch(`${server.origin}/v1/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query }),
      });
      if (!response.ok) throw new Error(`A question was answered with status ${response.status}.`);
      await response.arrayBuffer();
    };
    const started = ownMegabytes(server.pid);
    for (let turn = 0; turn < WARM_UP; turn += 1) for (const question of others) await ask(question);
    const times: number[] = [];
    const before = threadMicroseconds(server.pid);
    const one = await mostMemory(server.pid, async () => {
      for (const question of asked) {
        const began = performance.now();
        await ask(question);
        times.push(performance.now() - began);
      }
    });
    const processor = (threadMicroseconds(server.pid) - before) / 1000 / asked.length;
    const fifty = await mostMemory(server.pid, async () => {
      const left = [...asked, ...asked];
      const visitor = async () => {
        for (let next = left.pop(); next !== undefined; next = left.pop()) await ask(next);
      };
      await Promise.all(Array.from({ length: VISITORS }, visitor));
    });
    return { p50: median(times), processor, memory: { started, one, fifty } };
  } finally {
    await server.stop();
  }
}

async function mostMemory(pid: number, work: () => Promise<void>): Promise<number> {
  let most = 0;
  const sample = () => (most = Math.max(most, ownMegabytes(pid)));
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  await work().finally(() => clearInterval(timer));
  return Math.max(most, sample());
}
