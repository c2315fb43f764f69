import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const WINDOW_MS = 2000;
/** The share of the time in which this thread works. */
const BUSY = 0.5;

/**
 * For a server that has started. The start leaves garbage, and a space for new objects that has grown with it: 20 MB, which V8
 * keeps as long as nobody asks. Both are given back after two quiet seconds, in a tenth of one, and from then on that space
 * keeps its size until the first busy ones: in a crowd, an answer costs a quarter more without. A server that is busy from
 * its start keeps all of it.
 *
 * Not during the start: while a flag of V8 is changed, it takes no code that was compiled before, that of Node itself included,
 * and a start costs a fifth more.
 */
export function keepYoungHeapSmall(): void {
  let small = false;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const busy = performance.eventLoopUtilization(now, before).utilization >= BUSY;
    before = now;
    if (busy) {
      setFlagsFromString('--semi-space-growth-factor=2');
      clearInterval(timer);
    } else if (!small) {
      collectGarbage();
      setFlagsFromString('--semi-space-growth-factor=1');
      small = true;
    }
  }, WINDOW_MS);
  timer.unref();
}

/** All of it, which makes the spaces as small as they can be. Node lends its collector to new contexts only. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
