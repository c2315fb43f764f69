import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillWithGuide, QUESTIONS } from './guide.ts';
import { type Measurement, median, percentile, round, verdict } from './measurement.ts';
import type { Pace } from './model-stub.ts';
import { scheduled } from './processes.ts';
import { withDirectory, withSubject } from './subject.ts';
import { withModelStub } from './with-model-stub.ts';

/**
 * How many ask at once, and how many questions a round has. Visitors begin together, or, where they come over some time, one
 * after the other, and ask their next question when they have read the answer.
 */
const LOADS = [
  { atOnce: 1, questions: 4, over: 0 },
  { atOnce: 8, questions: 8, over: 0 },
  { atOnce: 32, questions: 64, over: 2000 },
  { atOnce: 32, questions: 32, over: 0 },
];
const ROUNDS = 3;
const WARM_UP = 240;
const WARM_UP_AT_ONCE = 32;
/** Two seconds an answer, as a hosted model takes for four sentences. */
const PACE: Pace = { first: 500, rest: 1500 };
const MAX_RATIO = 1.2;
const MAX_CPU_MS = 25;

/** A streamed request, and how its first word looks in the stream. */
interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
  firstWord: RegExp;
}

/** Milliseconds until the first word of the response. Throws if it has none. */
async function timeToFirstWord({ url, headers, body, firstWord }: Call, agent: Agent): Promise<number> {
  const began = performance.now();
  const outgoing = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    agent,
  });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  let text = '';
  let time: number | null = null;
  for await (const chunk of response) {
    text += chunk;
    if (time === null && firstWord.test(text)) time = performance.now() - began;
  }
  if (response.statusCode !== 200 || time === null || text.includes('"type":"error"'))
    throw new Error(`${url} answered ${response.statusCode}: ${text.slice(-500)}`);
  return time;
}

/** Asks `count` of the calls, from the one at `from` on, and returns the times to the first words. The visitors come `over` milliseconds. */
async function ask(
  calls: Call[],
  { from, count, atOnce, over }: { from: number; count: number; atOnce: number; over: number },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const times: number[] = [];
  let next = 0;
  const visitor = async (_: unknown, at: number) => {
    if (over > 0) await sleep((over * at) / atOnce);
    while (next < count) {
      const call = calls[(from + next++) % calls.length];
      if (call) times.push(await timeToFirstWord(call, agent));
    }
  };
  await Promise.all(Array.from({ length: atOnce }).map(visitor));
  agent.destroy();
  return times;
}

/** The measurements of one load, of all rounds. Times in milliseconds. */
interface Measured {
  bare: number[];
  footnote: number[];
  /** Processor time an answer, a value a round. */
  server: number[];
  stub: number[];
  /** The share of the time in which the server had a processor when it asked for one. */
  shares: number[];
}

/** Asks the stub itself and Footnote in turn, so that disturbances affect both. */
async function measureLoad(
  calls: { bare: Call[]; footnote: Call[] },
  pids: { server: number; stub: number },
  { atOnce, questions, over }: (typeof LOADS)[number],
): Promise<Measured> {
  const measured: Measured = { bare: [], footnote: [], server: [], stub: [], shares: [] };
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const load = { from: turn * questions, count: questions, atOnce, over };
    measured.bare.push(...(await ask(calls.bare, load)));
    const before = { server: scheduled(pids.server), stub: scheduled(pids.stub) };
    measured.footnote.push(...(await ask(calls.footnote, load)));
    const after = { server: scheduled(pids.server), stub: scheduled(pids.stub) };
    for (const part of ['server', 'stub'] as const)
      measured[part].push((after[part].ran - before[part].ran) / questions / 1000);
    const [ran, waited] = (['ran', 'waited'] as const).map((what) => after.server[what] - before.server[what]);
    measured.shares.push((ran ?? 0) / ((ran ?? 0) + (waited ?? 0)));
  }
  return measured;
}

function report(
  { atOnce, over }: (typeof LOADS)[number],
  { bare, footnote, server, stub, shares }: Measured,
): Measurement[] {
  const show = (values: number[]) => `p50 ${round(median(values))}, p95 ${round(percentile(values, 0.95))} ms`;
  const share = median(shares);
  // What Footnote adds is processor time, of which other programs of the machine take their share.
  const added = (median(footnote) - median(bare)) * share;
  const ratio = 1 + added / median(bare);
  const more = median(server) - median(stub);
  const how = `${atOnce} at ${over > 0 ? 'once, coming over two seconds' : 'the same moment'}`;
  return [
    {
      what: `first word of a served model, ${how} / of the same request without Footnote (with all the processor time that it asked for, of which it got ${Math.round(share * 100)} %: + ${round(added)} ms)`,
      floor: show(bare),
      measured: show(footnote),
      ratio,
      target: `p50 ≤ ${MAX_RATIO} ×`,
      verdict: verdict(ratio <= MAX_RATIO),
    },
    {
      what: `CPU an answer, ${how}, over the stub's (server ${round(median(server))}, stub ${round(median(stub))} ms)`,
      floor: '',
      measured: `${round(more)} ms`,
      target: `≤ ${MAX_CPU_MS} ms`,
      verdict: Number.isNaN(more) ? 'unknown' : verdict(more <= MAX_CPU_MS),
    },
  ];
}

/** Compares the first word of an answer with that of a bare call of the model, and counts the processor time of an answer. */
export async function measureModelLoad(): Promise<Measurement[]> {
  return withModelStub((stub) =>
    withDirectory((directory) =>
      withSubject(
        directory,
        async (subject) => {
          await fillWithGuide(subject);
          const { server, apiKey } = subject;
          const footnote = QUESTIONS.map(
            (query): Call => ({
              url: `${server.origin}/v1/chat`,
              headers: { 'x-api-key': apiKey },
              body: JSON.stringify({ query, stream: true }),
              firstWord: /"type":"text-delta"/,
            }),
          );
          await ask(footnote, { from: 0, count: WARM_UP, atOnce: WARM_UP_AT_ONCE, over: 0 });
          const prompts = (await (await fetch(`${stub.origin}/prompts`)).json()) as unknown[];
          const bare = prompts.map(
            (prompt): Call => ({
              url: `${stub.origin}/v1/chat/completions`,
              headers: {},
              body: JSON.stringify(prompt),
              firstWord: /"content":"[^"]/,
            }),
          );
          stub.setPace(PACE);
          const measurements: Measurement[] = [];
          for (const load of LOADS) {
            const measured = await measureLoad({ bare, footnote }, { server: server.pid, stub: stub.pid }, load);
            measurements.push(...report(load, measured));
          }
          return measurements;
        },
        { ANSWERER: 'openai', ANSWERER_URL: `${stub.origin}/v1`, ANSWERER_MODEL: 'stub' },
      ),
    ),
  );
}
