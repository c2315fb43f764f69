import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Pace } from './model-stub.ts';

/** A model server in its own process. */
export interface ModelStub {
  origin: string;
  pid: number;
  setPace(pace: Pace): void;
}

/** Runs some work with a model server, and ends it afterwards. */
export async function withModelStub<Result>(work: (stub: ModelStub) => Promise<Result>): Promise<Result> {
  const child = fork(fileURLToPath(new URL('./model-stub.ts', import.meta.url)));
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const setPace = (pace: Pace) => {
      child.send(pace);
    };
    return await work({ origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, setPace });
  } finally {
    child.kill('SIGKILL');
  }
}
