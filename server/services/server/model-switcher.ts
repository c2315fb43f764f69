import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { errors } from '../errors.ts';

const RETRY_SECONDS = 5;

/** Switches engines, one switch at a time. */
export function createModelSwitcher(log: Log) {
  let switching: Promise<void> | null = null;
  let closed = false;
  return {
    /** Runs a switch to what `name` names. Throws 400 with a sentence if it fails, 429 while another one runs. */
    async run(name: string, act: () => Promise<void>): Promise<void> {
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

    /** Refuses later switches. */
    close(): void {
      closed = true;
    },

    /** Waits for a switch under way. */
    async settled(): Promise<void> {
      await switching;
    },
  };
}

/** An error's message with a capital letter. */
export function toSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.charAt(0).toUpperCase() + message.slice(1);
}
