import { seeded } from '../../../helpers/input/seeded.ts';
import type { QuestionCost } from './model.ts';

/** Questions that arrive at random, and what they are answered with. */
export interface Setting {
  perSecond: number;
  seconds: number;
  /** Each has a first thread, and other threads that work on one question at a time. A balancer gives each question to one of them at random. */
  processes: number;
  databaseProcessors: number;
  cost: Pick<QuestionCost, 'mainThread' | 'otherThreads' | 'database'>;
}

/** Milliseconds from a question to its answer, without a model's own time, and the busiest part's share of busy time. */
export interface Simulated {
  p50: number;
  p95: number;
  busy: number;
}

/** Servers of one queue that work on one question each. */
interface Station {
  /** When each of them is free, in milliseconds. */
  free: number[];
  worked: number;
}

/**
 * Simulates a queueing network: each question waits for the first thread of its process, then for its other threads, then for a
 * processor of the database. Arrivals are a Poisson process and each part of a question takes an exponential time with the
 * measured mean, which is more varied than questions are.
 */
export function simulate({ perSecond, seconds, processes, databaseProcessors, cost }: Setting, seed = 1): Simulated {
  const random = seeded(seed);
  const exponential = (mean: number) => -mean * Math.log(1 - random());
  const station = (servers: number): Station => ({ free: new Array<number>(servers).fill(0), worked: 0 });
  const mains = Array.from({ length: processes }, () => station(1));
  const others = Array.from({ length: processes }, () => station(1));
  const database = station(databaseProcessors);
  const times: number[] = [];
  for (let at = exponential(1000 / perSecond); at < 1000 * seconds; at += exponential(1000 / perSecond)) {
    const process = Math.floor(random() * processes);
    let time = at;
    for (const [one, mean] of [
      [mains[process], cost.mainThread],
      [others[process], cost.otherThreads],
      [database, cost.database],
    ] as const)
      if (one && mean > 0) time = pass(one, time, exponential(mean));
    times.push(time - at);
  }
  times.sort((one, other) => one - other);
  const shareOf = ({ worked, free }: Station) => worked / free.length / (1000 * seconds);
  return {
    p50: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
    busy: Math.max(...[...mains, ...others, database].map(shareOf)),
  };
}

/** The time when a question leaves a station that it reaches at `arrival`: the first server that is free takes it. */
function pass(station: Station, arrival: number, work: number): number {
  const next = station.free.indexOf(Math.min(...station.free));
  const end = Math.max(arrival, station.free[next] ?? 0) + work;
  station.free[next] = end;
  station.worked += work;
  return end;
}
