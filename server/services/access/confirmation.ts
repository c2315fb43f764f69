import { errors } from '../errors.ts';

/** How long a password counts as just given: by a login, or by a confirmation later. */
export const CONFIRMATION_MS = 10 * 60_000;

/** What a user's credential says about it. */
export interface Confirmation {
  /** When the password was last given, epoch milliseconds. */
  confirmedAt: number;
}

/**
 * Guards what would do lasting harm in a session that somebody has stolen or left open. Throws 403 `confirmation_required`
 * unless the session's password was given within the last ten minutes.
 */
export function requireConfirmation({ confirmedAt }: Confirmation, now: number): void {
  if (now - confirmedAt >= CONFIRMATION_MS) throw errors.confirmationRequired();
}
