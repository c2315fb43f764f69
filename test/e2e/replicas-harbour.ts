import { setTimeout as delay } from 'node:timers/promises';
import { chunkOf, type ModelServer, sendJson, startModelServer } from '../helpers/models/model-server.ts';

/** A document, a question that it answers, and the two sentences of the answer. */
export const DOCUMENT = '# Harbour\n\nThe harbour office opens at seven. Ferries leave every hour.\n';
export const QUESTION = 'When does the harbour office open?';
export const ANSWER = ['The harbour office opens at seven [1]. ', 'Ferries leave every hour [1].'] as const;

/** A model that gives that answer, and stops after its first sentence for as long as it is held. */
export interface HarbourModel {
  /** What makes a server ask it. */
  env: Record<string, string>;
  /** From now on answers stand still after their first sentence; `release` lets them all go on. */
  hold(): { release(): void };
  close(): Promise<void>;
}

/** Starts it on a free port of this machine. */
export async function startHarbourModel(): Promise<HarbourModel> {
  const model: ModelServer = await startModelServer();
  let held: Promise<void> = Promise.resolve();
  model.answerWith(async ({ path }, response) => {
    if (!path.endsWith('/chat/completions')) return sendJson(response, 200, { data: [] });
    const opened = held;
    response.setHeader('content-type', 'text/event-stream');
    response.write(chunkOf({ role: 'assistant', content: ANSWER[0] }));
    await Promise.race([opened, gone(response)]);
    response.write(chunkOf({ content: ANSWER[1] }));
    response.write(chunkOf({}, 'stop'));
    response.end('data: [DONE]\n\n');
  });
  return {
    env: { ANSWERER: 'openai', ANSWERER_URL: model.url, ANSWERER_MODEL: 'harbour' },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return {
        release() {
          held = Promise.resolve();
          resolve();
        },
      };
    },
    close: () => model.close(),
  };
}

async function gone(response: { destroyed: boolean }): Promise<void> {
  while (!response.destroyed) await delay(50);
}

/** A text that is read in seconds rather than milliseconds, of which the last sentence tells its number. */
export function longText(number: number, sections = 80): string {
  const filler = (n: number) =>
    `The log of voyage ${number}-${n} was kept by the mate and read by the owner. `.repeat(12);
  const parts = Array.from({ length: sections }, (_, n) => `## Voyage ${n}\n\n${filler(n)}`);
  return `# Log ${number}\n\n${parts.join('\n\n')}\n\n## End\n\nShip ${number} was sold for ${number}000 crowns.\n`;
}
