import type { Log } from '../../platform/log.ts';
import type { HostLimits } from './process-host.ts';

/** What an engine that runs local models gets beside its model. */
export interface NativeOptions {
  log: Log;
  /** Threads of the native code; `ENGINE_THREADS` by default. */
  threads?: number;
  /** Names of the engine's package, of which the first that is installed is used; its known names by default. */
  packages?: readonly [string, ...string[]];
  limits?: Partial<HostLimits>;
}
