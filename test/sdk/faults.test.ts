import {
  APIAbortError,
  APIConnectionError,
  APIError,
  APITimeoutError,
  ChatStreamError,
  Footnote,
  type StreamPart,
  type Timeout,
} from '@footnote/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seeded } from '../helpers/input/seeded.ts';
import { until } from '../helpers/timing/until.ts';
import { FAULTS, type Fault, faultServer, partsOf, type Schedule, WHOLE } from './fault-server.ts';

const SCHEDULES = process.env.FOOTNOTE_SOAK ? 10_000 : 100;
/** How many run concurrently: they mostly wait. */
const AT_ONCE = 60;
/** For schedules with a silent server: they wait for the timeout. */
const SHORT = { headers: 3_000, idle: 3_000, total: 30_000 };
/** For all others: a busy machine may be slow, which is no fault. */
const LONG = { headers: 30_000, idle: 30_000, total: 120_000 };
/** Milliseconds after which a call counts as hanging. */
const HANGS = 150_000;

let server: Awaited<ReturnType<typeof faultServer>>;
beforeAll(async () => {
  server = await faultServer();
});
afterAll(() => server.stop());

function scheduleOf(seed: number): Schedule {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  return {
    seed,
    faults: Array.from({ length: 3 }, () => (random() < 0.4 ? 'none' : pick(FAULTS))),
    stream: { kind: random() < 0.4 ? 'none' : pick(['cut', 'end', 'stall', 'error', 'garbage']), at: random() },
    lineEnd: pick(['\n', '\r\n']),
    words: Array.from({ length: 1 + Math.floor(random() * 30) }, () =>
      pick(['wörd ', '😀', '日本 ', 'a', '"\\n" ', '[1] ']),
    ),
    random,
  };
}

/** Does the call retry after this fault? A question does only if the server has not started. */
function repeats(fault: Fault, once: boolean): boolean {
  if (fault.startsWith('429')) return true;
  return !once && !['none', 'gzip', 'pieces', 'a redirect'].includes(fault);
}

/** The outcome of the attempts: the number of requests, and the fault of the last one. */
function course({ faults }: Schedule, once: boolean): { requests: number; last: Fault } {
  const at = faults.findIndex((fault) => !repeats(fault, once));
  const index = at < 0 ? faults.length - 1 : at;
  return { requests: index + 1, last: faults[index] as Fault };
}

/** The error that results if this fault is the last; null if it is none. */
function errorOf(fault: Fault): unknown {
  if (['none', 'gzip', 'pieces'].includes(fault)) return null;
  if (fault === 'no headers') return APITimeoutError;
  return /^(429|503|an HTML|a redirect)/.test(fault) ? APIError : APIConnectionError;
}

async function outcome<Value>(work: Promise<Value>): Promise<{ value?: Value; error?: unknown }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the call hangs')), HANGS);
  });
  try {
    return { value: await Promise.race([work, hang]) };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

function expectError(error: unknown, type: unknown, where: string): void {
  expect(error, where).toBeInstanceOf(type as typeof APIError);
}

/** A retryable call: it succeeds or fails as its schedule says, and never creates anything twice. */
async function create(footnote: Footnote, schedule: Schedule, where: string): Promise<void> {
  const { value, error } = await outcome(footnote.projects.create({ name: 'Guide' }));
  const { requests, last } = course(schedule, false);
  const expected = errorOf(last);
  const { requests: seen, created } = server.happened(schedule);
  expect(seen, where).toBe(requests);
  expect(created.size, where).toBeLessThanOrEqual(1);
  if (expected) return expectError(error, expected, where);
  expect([error ?? value, created.size], where).toEqual([WHOLE, 1]);
}

/** A question: at most one of its attempts reaches the answerer. */
async function ask(footnote: Footnote, schedule: Schedule, where: string): Promise<void> {
  const { value, error } = await outcome(footnote.chat.create('p', { query: 'When?' }));
  const { requests, last } = course(schedule, true);
  const expected = errorOf(last);
  expect(server.happened(schedule), where).toMatchObject({ requests });
  expect(server.happened(schedule).begun, where).toBeLessThanOrEqual(1);
  if (expected) expectError(error, expected, where);
  else expect(error ?? value, where).toEqual(WHOLE);
}

/** A streamed question: the parts arrive as sent, in order and without a gap, up to the break. */
async function stream(footnote: Footnote, schedule: Schedule, where: string): Promise<void> {
  const answer = footnote.chat.stream('p', { query: 'When?' });
  let heard = '';
  answer.on('text', (words, text) => {
    heard += words;
    expect(text, where).toBe(heard);
  });
  const parts: StreamPart[] = [];
  const leaveAt =
    schedule.random() < 0.2 ? Math.floor(schedule.random() * schedule.words.length) : Number.POSITIVE_INFINITY;
  const { error } = await outcome(
    (async () => {
      for await (const part of answer) if (parts.push(part) > leaveAt) break;
    })(),
  );
  const { requests, last } = course(schedule, true);
  const { requests: seen, begun } = server.happened(schedule);
  expect(seen, where).toBe(requests);
  expect(begun, where).toBeLessThanOrEqual(1);
  const all = partsOf(schedule);
  const came = parts.filter(({ type }) => type !== 'data-error' && type !== 'error');
  expect(came, where).toEqual(all.slice(0, came.length));
  const final = await outcome(answer.finalAnswer());
  if (parts.length > leaveAt) {
    // The end may have arrived while the loop was left.
    if (final.error) expectError(final.error, APIAbortError, where);
    return;
  }
  const broken =
    last === 'half a body' && schedule.stream.kind !== 'error' && schedule.stream.kind !== 'garbage'
      ? 'cut'
      : schedule.stream.kind;
  const refused = ['half a body', 'half a gzip'].includes(last) ? null : errorOf(last);
  const expected = refused ?? STREAM_ERRORS[broken];
  expect(final.error, where).toBe(error);
  if (expected) return expectError(error, expected, where);
  expect([parts, heard, final.value?.response], where).toEqual([all, schedule.words.join(''), schedule.words.join('')]);
}

const STREAM_ERRORS = {
  none: null,
  cut: APIConnectionError,
  end: APIConnectionError,
  stall: APITimeoutError,
  error: ChatStreamError,
  garbage: APIConnectionError,
};

/** Is the server silent at some point of this schedule? */
const fallsSilent = ({ faults, stream }: Schedule) => faults.includes('no headers') || stream.kind === 'stall';

const CALLS = [create, ask, stream, stream];

async function run(seed: number, timeout: Timeout): Promise<void> {
  const schedule = scheduleOf(seed);
  const footnote = new Footnote({ baseURL: server.baseURL(schedule), apiKey: 'chat_1', timeout });
  const call = CALLS[seed % CALLS.length] ?? create;
  const { faults, stream } = schedule;
  await call(footnote, schedule, JSON.stringify({ seed, call: call.name, faults, stream }));
  await until(() => server.happened(schedule).open === 0, `the connections of schedule ${seed} to close`);
}

it(`works through ${SCHEDULES} random schedules of faults`, { timeout: SCHEDULES * 200 + HANGS }, async () => {
  let next = 1;
  const failures: unknown[] = [];
  const worker = async () => {
    while (next <= SCHEDULES && failures.length === 0) {
      const seed = next++;
      try {
        // The same schedule, with more time for calls that a busy machine slowed down.
        if (fallsSilent(scheduleOf(seed))) await run(seed, SHORT).catch(() => run(seed, LONG));
        else await run(seed, LONG);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
});
