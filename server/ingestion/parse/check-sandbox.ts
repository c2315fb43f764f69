import { once } from 'node:events';
import type { SandboxRequest } from './parse-messages.ts';
import type { SandboxState } from './sandbox.ts';
import { startParserProcess } from './start-parser-process.ts';

const HEAP_MB = 64;
/** Milliseconds that a process may take to start on a busy machine. */
const START_TIME = 60_000;

/** Has a parser process try what it must not be able to do, with a folder of data. Null where it does not start. */
export async function checkSandbox(folder: string): Promise<SandboxState | null> {
  const child = startParserProcess(HEAP_MB);
  try {
    child.send({ sandboxOf: folder } satisfies SandboxRequest);
    const [state] = await Promise.race([
      once(child, 'message', { signal: AbortSignal.timeout(START_TIME) }),
      once(child, 'exit').then(() => [null]),
    ]);
    return state;
  } catch {
    return null;
  } finally {
    child.kill('SIGKILL');
  }
}
