import { performance } from 'node:perf_hooks';
import type { ServerLoad } from '../diagnosis/load.ts';

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** What this process has done in a minute. */
interface Minute {
  questions: number;
  /** The share of the minute in which its busiest part was busy: the first thread, or the others together. */
  busy: number;
}

/** In milliseconds, so far: how long the first thread was idle and active, and the processor time of all threads. */
export interface ProcessTime {
  idle: number;
  active: number;
  processor: number;
}

export type LoadMeter = ReturnType<typeof createLoadMeter>;

/**
 * Measures what this process does, minute by minute, for a day: how many questions it answers, and how busy it is with them.
 * In memory: it begins again with the process.
 */
export function createLoadMeter(timeOf: () => ProcessTime = timeOfThisProcess) {
  const minutes: Minute[] = [];
  let questions = 0;
  let before = timeOf();
  const timer = setInterval(() => {
    const now = timeOf();
    minutes.push({ questions, busy: busyShare(before, now) });
    if (minutes.length > DAY) minutes.shift();
    [questions, before] = [0, now];
  }, MINUTE_MS).unref();
  return {
    /** A question has been answered. */
    question(): void {
      questions += 1;
    },
    /** The load of the minutes that are over. */
    read(): ServerLoad {
      const [first, ...rest] = minutes;
      const sum = (some: Minute[]) => some.reduce((total, minute) => total + minute.questions, 0);
      const busiest = first && rest.reduce((most, one) => (one.questions > most.questions ? one : most), first);
      return { lastHour: sum(minutes.slice(-HOUR)), lastDay: sum(minutes), busiest: busiest ?? null };
    },
    close: (): void => clearInterval(timer),
  };
}

function timeOfThisProcess(): ProcessTime {
  const { user, system } = process.cpuUsage();
  return { ...performance.eventLoopUtilization(), processor: (user + system) / 1000 };
}

function busyShare(before: ProcessTime, now: ProcessTime): number {
  const [idle, active] = [now.idle - before.idle, now.active - before.active];
  const others = now.processor - before.processor - active;
  return idle + active > 0 ? Math.max(active, others) / (idle + active) : 0;
}
