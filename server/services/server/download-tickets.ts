import { randomBytes } from 'node:crypto';
import type { BackupPlace } from '@footnote/sdk/contract';

const TICKET_MS = 60_000;

/** Tickets for one download each: the credential of a browser is a header, which a link does not send. */
export function createDownloadTickets(now: () => number) {
  const tickets = new Map<string, { place: BackupPlace; name: string; expiresAt: number }>();
  return {
    issue(backup: { place: BackupPlace; name: string }) {
      for (const [ticket, { expiresAt }] of tickets) if (expiresAt <= now()) tickets.delete(ticket);
      const ticket = randomBytes(32).toString('base64url');
      const expiresAt = now() + TICKET_MS;
      tickets.set(ticket, { ...backup, expiresAt });
      return { ticket, expiresAt };
    },
    take(ticket: string) {
      const found = tickets.get(ticket);
      tickets.delete(ticket);
      return found && found.expiresAt > now() ? found : null;
    },
  };
}
