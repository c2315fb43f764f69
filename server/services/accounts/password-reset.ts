import type { Log } from '../../platform/log.ts';
import { openText, type SealOptions, sealText } from '../../platform/secret-box.ts';
import type { Store, UserRow } from '../../store/types.ts';
import type { RunningChats } from '../access/running-chats.ts';
import { errors } from '../errors.ts';
import type { AuditLogService } from './audit-log.ts';
import type { Passwords } from './passwords.ts';
import type { Device } from './sessions.ts';
import { hitEach, type SubjectLimit } from './subject-limits.ts';

const LIFETIME_MS = 30 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Requests in an hour. Each may cause a mail to somebody who has not asked for it. */
const HOURLY = { email: 3, address: 30 };

interface PasswordResetDeps {
  store: Pick<Store, 'users' | 'limits'>;
  chats: RunningChats;
  passwords: Passwords;
  auditLog: Pick<AuditLogService, 'record'>;
  /** The signing secret of the server, which tokens are encrypted with. */
  secret: string;
  /** Hashes an address of the network. */
  hashAddress: (address: string) => string;
  /** Sends the mail with the token; null if the server sends none. */
  sendToken: ((user: UserRow, token: string) => void) | null;
  log: Log;
  now: () => number;
}

export type PasswordReset = ReturnType<typeof createPasswordReset>;

export function createPasswordReset(deps: PasswordResetDeps) {
  const { store, chats, passwords, auditLog, hashAddress, sendToken, log, now } = deps;
  const seal: SealOptions = { secret: deps.secret, purpose: 'password reset', context: '' };

  /** The account, if the token is its own and its password has not been changed since. */
  async function accountOf(token: string): Promise<UserRow> {
    const opened = openText(token, seal);
    const claims = opened === null ? null : (JSON.parse(opened) as { userId: string; epoch: number; until: number });
    const user = claims && claims.until > now() ? await store.users.byId(claims.userId) : null;
    if (!user || user.tokenEpoch !== claims?.epoch) throw errors.resetLinkInvalid();
    return user;
  }

  return {
    /**
     * Sends a link to the account of this address; if there is none, nothing, without telling so. Throws 400 `mail_off` if the server
     * sends no mail, 429 `rate_limited`.
     */
    async request(email: string, address: string): Promise<void> {
      if (sendToken === null) throw errors.mailOff();
      const subjects: SubjectLimit[] = [
        [`reset address ${hashAddress(address)}`, HOURLY.address],
        [`reset email ${hashAddress(email)}`, HOURLY.email],
      ];
      const wait = await hitEach(store.limits, subjects, HOUR_MS, now());
      if (wait > 0) throw errors.rateLimited(Math.ceil(wait / 1000));
      const find = async () => {
        const user = await store.users.byEmail(email);
        if (!user) return;
        const claims = { userId: user.id, epoch: user.tokenEpoch, until: now() + LIFETIME_MS };
        sendToken(user, sealText(JSON.stringify(claims), seal));
      };
      // Not waited for: how long it takes would tell whether there is such an account.
      void find().catch((error) => log.error('password_reset_failed', { error }));
    },

    /**
     * Sets a new password with the token of such a link, and ends every session. The second factor stays. Throws 400
     * `reset_link_invalid` if it is wrong, older than half an hour, or was used.
     */
    async complete(token: string, password: string, device: Device): Promise<void> {
      const { id } = await accountOf(token);
      const hash = await passwords.hash(password);
      // Again, as hashing takes a while in which the same link may have been used.
      await accountOf(token);
      const updated = await chats.revoke({ mintedBy: id }, () =>
        store.users.update(id, { password: { hash, kept: null } }),
      );
      if (!updated) throw errors.resetLinkInvalid();
      await auditLog.record(
        {
          userId: id,
          projectId: null,
          targetId: null,
          actor: { kind: 'user', id },
          action: 'auth.reset-password',
          outcome: 'done',
          fields: [],
        },
        device,
      );
    },
  };
}
