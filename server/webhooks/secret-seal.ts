import type { SealOptions } from '../platform/secret-box.ts';

/** How the secret of a webhook is encrypted in the database. `secret`: the server's. */
export const secretSeal = (secret: string, webhookId: string): SealOptions => ({
  secret,
  purpose: 'webhook secret',
  context: webhookId,
});
