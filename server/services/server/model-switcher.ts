import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { errors } from '../errors.ts';

/** Switches engines, one switch at a time. */
export interface ModelSwitcher {
  /** Runs a switch to what `name` names. Throws 400 with a sentence if it fails, 429 while another one runs. */
  run(name: string, act: () => Promise<void>): Promise<void>;
  /** Refuses later switches. */
  close(): void;
  /** Waits for a switch under way. */
  settled(): Promise<void>;
}

const RETRY_SECONDS = 5;

export function createModelSwitcher(log: Log): ModelSwitcher {
  let switching: Promise<void> | null = null;
  let closed = false;
  return {
    async run(name, act) {
      if (closed) throw errors.stopping();
      if (switching) throw errors.inProgress(RETRY_SECONDS);
      const attempt = act();
      switching = attempt.catch(() => undefined);
      try {
        await attempt;
        log.info('model_chosen', { model: name });
      } catch (error) {
        log.warn('model_choice_failed', { model: name, error });
        throw error instanceof ApiError ? error : errors.modelUnusable(toSentence(error));
      } finally {
        switching = null;
      }
    },

    close() {
      closed = true;
    },

    async settled() {
      await switching;
    },
  };
}

/** An error's message with a capital letter. */
export function toSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.charAt(0).toUpperCase() + message.slice(1);
}
