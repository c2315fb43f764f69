import { readdirSync, readFileSync } from 'node:fs';

/** The most resident memory, in bytes, that any child process took. */
export interface ChildMemory {
  peak(): number;
  stop(): void;
}

const WATCH_EVERY = 100;

/** Watches all child processes and calls `onPeak` at every new peak. Linux only; elsewhere the peak stays 0. */
export function watchChildren(onPeak: () => void): ChildMemory {
  let peak = 0;
  const look = () => {
    for (const bytes of childrenHighWater()) {
      if (bytes <= peak) continue;
      peak = bytes;
      onPeak();
    }
  };
  const timer = setInterval(look, WATCH_EVERY);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}

function childrenHighWater(): number[] {
  const mine = new RegExp(`^PPid:\\s+${process.pid}$`, 'm');
  return processes()
    .map((pid) => readQuietly(`/proc/${pid}/status`))
    .filter((status) => mine.test(status))
    .map((status) => Number(status.match(/^VmHWM:\s+(\d+) kB/m)?.[1] ?? 0) * 1024);
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** A process may be gone before it is read. */
function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
