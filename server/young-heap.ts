import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

const WINDOW_MS = 2000;
/** The share of the time in which this thread works. */
const BUSY = 0.5;

/**
 * The space for new objects grows with the first wave of them, which is the start, and what it has taken is not given back:
 * 15 MB of a server that nobody asks. From now on it keeps its size. The function that is returned watches for the first busy
 * seconds, from which on it grows as ever: in a crowd, an answer costs a quarter more without.
 */
export function keepYoungHeapSmall(): () => void {
  setFlagsFromString('--semi-space-growth-factor=1');
  return () => {
    let before = performance.eventLoopUtilization();
    const timer = setInterval(() => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      if (utilization < BUSY) return;
      setFlagsFromString('--semi-space-growth-factor=2');
      clearInterval(timer);
    }, WINDOW_MS);
    timer.unref();
  };
}
