import type { Log } from '../../platform/log.ts';
import type { EngineName } from '../packages/engine-packages.ts';
import type { HostLimits } from './process-host.ts';

/** What an engine that runs local models gets beside its model. */
export interface NativeOptions {
  log: Log;
  /** The folder of the engines that were added. */
  enginesDir: string;
  /** Threads of the native code; `ENGINE_THREADS` by default. */
  threads?: number;
  /** Engines of which the first that is there is used; by default all that run such models. */
  engines?: readonly [EngineName, ...EngineName[]];
  limits?: Partial<HostLimits>;
}
