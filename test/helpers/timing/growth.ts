import { expect } from 'vitest';

const PARTS = 16;
/** Linear work for a whole takes as long as that for all its parts, quadratic work sixteen times as long. Noise is in between. */
const MOST = 5;
/** Shorter times cannot be told apart everywhere: some systems count in ticks of four milliseconds. */
const SHORTEST_MS = 20;
/** As many parts are enough once they have taken this long: the time of the others is that of these. */
const LEAST_PARTS = 4;
const ENOUGH_MS = 50;
const ATTEMPTS = 3;

/**
 * Expects that `work` takes processor time in proportion to the size that it is given, up to this one. Both times that are
 * compared are of this thread and of this run, so that neither the machine nor its other work matters.
 */
export async function expectLinear(size: number, work: (size: number) => unknown): Promise<void> {
  const part = Math.ceil(size / PARTS);
  await work(part);
  const growths: number[] = [];
  while (growths.length < ATTEMPTS && !growths.some((growth) => growth < MOST)) {
    // The whole first: most are so fast that it does not matter what their parts take, and none is faster before its code is warm.
    const whole = await processorTime(() => work(size));
    const parts = whole < MOST * SHORTEST_MS ? 0 : await timeOfParts(() => work(part));
    growths.push(whole / Math.max(SHORTEST_MS, parts));
  }
  expect(Math.min(...growths), 'the time for the whole, in times for its parts').toBeLessThan(MOST);
}

/**
 * How many times as long as other work some work takes: by the least of two times each, without collections of garbage. `most` is
 * how many may be: where it is fewer whatever the other takes, that is not looked at.
 */
export async function timesAsLong(work: () => unknown, other: () => unknown, most: number): Promise<number> {
  const first = await processorTime(work);
  if (first < most * SHORTEST_MS) return first / SHORTEST_MS;
  const least = async (one: () => unknown) => Math.min(await processorTime(one), await processorTime(one));
  await other();
  return (await least(work)) / Math.max(SHORTEST_MS, await least(other));
}

async function timeOfParts(work: () => unknown): Promise<number> {
  const passed = startTimer();
  let done = 0;
  for (; done < PARTS && (done < LEAST_PARTS || passed() < ENOUGH_MS); done += 1) await work();
  return (passed() * PARTS) / done;
}

async function processorTime(work: () => unknown): Promise<number> {
  const passed = startTimer();
  await work();
  return passed();
}

/** Milliseconds of processor time of this thread from now on. */
function startTimer(): () => number {
  const began = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  };
}
