import type { Log } from '../../platform/log.ts';
import { requireConfirmation } from '../access/confirmation.ts';
import type { UserCredential } from '../access/credentials.ts';
import { errors } from '../errors.ts';

interface RestartDeps {
  /** Whether something starts the server again when it ends. */
  supervised: boolean;
  /** What to type where nothing does. */
  command: string;
  /** Begins to stop the server, which answers the requests under way first. */
  stop: () => void;
  log: Log;
  now: () => number;
}

/** Restarts the server, for its operator. */
export type RestartService = ReturnType<typeof createRestartService>;

export function createRestartService({ supervised, command, stop, log, now }: RestartDeps) {
  return {
    /** Ends the process in a way after which its supervisor starts it again. Throws 400 `not_supervised`. */
    restart(credential: UserCredential): void {
      requireConfirmation(credential, now());
      if (!supervised) throw errors.notSupervised(command);
      log.warn('restart_requested', { user: credential.userId });
      stop();
    },
  };
}
