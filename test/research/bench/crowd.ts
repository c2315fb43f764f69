import { createAnswerer } from '../../../server/answering/pipeline.ts';
import type { Question } from '../../../server/answering/types.ts';
import { createOpenAiGenerator } from '../../../server/engines/openai/openai-generator.ts';
import { createLog } from '../../../server/platform/log.ts';
import { chunkOf, startModelServer } from '../../helpers/models/model-server.ts';
import { type Library, withLibrary } from './library.ts';
import { type Measurement, percentile, round, verdict } from './measurement.ts';
import { pingDuring } from './ping-during.ts';
import { withDirectory, withSubject } from './subject.ts';

const CROWD = 100;
const ROUNDS = 3;
const CHUNKS = 2000;
const PING_EVERY_MS = 10;
/** A latency in milliseconds that is acceptable whatever its ratio to an idle server. */
const NEGLIGIBLE_MS = 25;
/** The time between two words of the slow model. */
const WORD_EVERY_MS = 20;

/** A model server that sends words slowly and never ends; the client must disconnect. */
async function startSlowModel() {
  const server = await startModelServer();
  server.answerWith(({ path }, response) => {
    if (path === '/v1/models') {
      response.end('{"data":[]}');
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const timer = setInterval(() => response.write(chunkOf({ content: 'word ' })), WORD_EVERY_MS);
    response.on('close', () => clearInterval(timer));
  });
  return server;
}

/** The milliseconds of each of a hundred simultaneous questions. */
async function askAtOnce(ask: (question: string) => Promise<unknown>, questions: string[]): Promise<number[]> {
  const began = performance.now();
  const crowd = Array.from({ length: CROWD }, (_, at) => questions[at % questions.length] ?? '');
  return Promise.all(crowd.map((question) => ask(question).then(() => performance.now() - began)));
}

/** Compares a hundred simultaneous answers while a model writes another answer with the same while it is idle. */
async function measureAnswers({ store, embedder, project, questions }: Library, url: string): Promise<Measurement> {
  const extractive = createAnswerer({ store, embedder: () => embedder });
  const log = createLog(() => undefined);
  const generator = createOpenAiGenerator({ url, apiKey: null, model: 'slow', contextTokens: 4_096 }, log);
  const written = createAnswerer({ store, embedder: () => embedder }, { generator, log, now: Date.now });
  const question = (text: string, signal: AbortSignal): Question => ({
    ...{ projectId: project.id, text, history: [], contact: '', signal },
  });
  const drain = async (answers: AsyncGenerator<unknown>) => {
    for await (const _ of answers);
  };
  const { signal } = new AbortController();
  const round = () => askAtOnce((text) => drain(extractive.answer(question(text, signal))), questions);
  await round();
  const times: { idle: number[]; busy: number[] } = { idle: [], busy: [] };
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    times.idle.push(...(await round()));
    const slow = new AbortController();
    const writing = drain(written.answer(question(questions[0] ?? '', slow.signal))).catch(() => undefined);
    while (written.counts().running === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    times.busy.push(...(await round()));
    slow.abort();
    await writing;
  }
  await generator.close();
  return beside(
    `${CROWD} extractive answers at once while a model writes / while none does`,
    times.idle,
    times.busy,
    1.5,
  );
}

/** Compares the latency of the health check of an idle server with that while a hundred questions wait for the model. */
async function measureHealth(directory: string, url: string): Promise<Measurement> {
  const environment = { ANSWERER: 'openai', ANSWERER_URL: url, ANSWERER_MODEL: 'slow' };
  return withSubject(
    directory,
    async ({ server, footnote, projectId }) => {
      const health = `${server.origin}/health`;
      const { id } = await footnote.sources.addText({
        project_id: projectId,
        title: 'Hours',
        text: 'The museum opens at nine o’clock.',
      });
      while ((await footnote.sources.retrieve(id)).status !== 'completed') await wait(50);
      await pingDuring(health, PING_EVERY_MS, () => wait(1500));
      const idle = await pingDuring(health, PING_EVERY_MS, () => wait(3000));
      const busy: number[] = [];
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        const pings = await pingDuring(health, PING_EVERY_MS, async () => {
          const leaving = new AbortController();
          const asked = askAtOnce(
            (query) => footnote.chat.create(projectId, { query }, { signal: leaving.signal }).catch(() => undefined),
            ['When does the museum open?'],
          );
          await wait(3000);
          leaving.abort();
          await asked;
        });
        busy.push(...pings);
      }
      const [floor, measured] = [percentile(idle, 0.99), percentile(busy, 0.99)];
      return {
        ...beside(`/health while ${CROWD} ask a slow model at once / idle`, idle, busy, 3),
        ratio: measured / floor,
        target: `p99 ≤ 3 × or ${NEGLIGIBLE_MS} ms`,
        verdict: verdict(measured <= Math.max(3 * floor, NEGLIGIBLE_MS)),
      };
    },
    environment,
  );
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

function beside(what: string, idle: number[], busy: number[], maxRatio: number): Measurement {
  const show = (values: number[]) => `p50 ${round(percentile(values, 0.5))}, p99 ${round(percentile(values, 0.99))} ms`;
  const ratio = percentile(busy, 0.5) / percentile(idle, 0.5);
  return {
    ...{ what, floor: show(idle), measured: show(busy), ratio },
    ...{ target: `p50 ≤ ${maxRatio} ×`, verdict: verdict(ratio <= maxRatio) },
  };
}

/** Measures whether a writing model delays requests that need none. */
export async function measureCrowd(): Promise<Measurement[]> {
  const model = await startSlowModel();
  try {
    return [
      await withDirectory((directory) =>
        withLibrary(directory, CHUNKS, (library) => measureAnswers(library, model.url)),
      ),
      await withDirectory((directory) => measureHealth(directory, model.url)),
    ];
  } finally {
    await model.close();
  }
}
