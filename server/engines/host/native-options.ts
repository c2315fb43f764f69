import { availableParallelism } from 'node:os';
import type { Log } from '../../platform/log.ts';
import type { HostLimits } from './process-host.ts';

/** What an engine that runs models of this machine is given beside its model. */
export interface NativeOptions {
  log: Log;
  /** Of the native code; `ENGINE_THREADS` without it. */
  threads?: number;
  /** By which the engine's package goes, the first that is installed is taken; without it, those it is known by. */
  packages?: readonly [string, ...string[]];
  limits?: Partial<HostLimits>;
}

/**
 * One less than the processors that this process may use (its cgroup's limit counted), so that one is left to the server.
 * More are slower, and not by a little: the engines' threads spin while they wait for each other.
 */
export const ENGINE_THREADS = Math.max(1, availableParallelism() - 1);
