import { expect, it } from 'vitest';
import { threadMicroseconds, threadTimes } from './processes.ts';

it.runIf(process.platform === 'linux')('counts the processor time of the threads that live', () => {
  expect(threadMicroseconds(process.pid)).toBeGreaterThan(0);
  expect(threadTimes(process.pid, String(process.pid))?.[0]).toBeGreaterThan(0);
  // The first process of the system is no thread of this one.
  expect(threadTimes(process.pid, '1')).toBeNull();
});
