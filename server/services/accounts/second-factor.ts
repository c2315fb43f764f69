import { createHash, randomBytes } from 'node:crypto';
import type { Log } from '../../platform/log.ts';
import { openText, sealText } from '../../platform/secret-box.ts';
import type { SecondFactors } from '../../store/types.ts';
import { errors } from '../errors.ts';
import { isTotpCode, stepOfCode, toBase32, totpUri } from './totp.ts';

const RECOVERY_CODES = 10;
/** 80 bits: a fast hash without a key is enough. */
const RECOVERY_BYTES = 10;
/** Crockford's: no letter looks like a digit. */
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** As long as the hash that codes are made with (RFC 4226, 4). */
const SECRET_BYTES = 20;

export interface SecondFactorState {
  /** Epoch milliseconds; null while it is off. */
  enabledAt: number | null;
  recoveryCodesLeft: number;
}

interface SecondFactorDeps {
  factors: SecondFactors;
  /** The key of the stored secrets is derived from it. After a change, only recovery codes work. */
  secret: string;
  /** The host name of the server, for the list in an authenticator app. */
  host: () => string;
  log: Log;
  now: () => number;
}

/** Codes of an authenticator app as the second factor of an account, and recovery codes for when the app is lost. */
export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

export function createSecondFactorService(deps: SecondFactorDeps) {
  const { factors, secret, host, now } = deps;
  const sealing = (userId: string) => ({ secret, purpose: 'second factor', context: userId });
  return {
    async state(userId: string): Promise<SecondFactorState> {
      const row = await factors.byUser(userId);
      const enabledAt = row?.enabledAt ?? null;
      return { enabledAt, recoveryCodesLeft: enabledAt === null ? 0 : await factors.recoveryCodesLeft(userId) };
    },

    isEnabled: async (userId: string): Promise<boolean> => (await factors.byUser(userId))?.enabledAt != null,

    /** Makes a new secret, which counts once `enable` has seen a code of it. Throws 400 if the second factor is on already. */
    async setUp({ id, email }: { id: string; email: string }): Promise<{ secret: string; uri: string }> {
      const bytes = randomBytes(SECRET_BYTES);
      if (!(await factors.begin(id, sealText(bytes.toString('base64'), sealing(id))))) {
        throw errors.secondFactorEnabled();
      }
      const text = toBase32(bytes);
      return { secret: text, uri: totpUri({ secret: text, issuer: `Footnote (${host()})`, account: email }) };
    },

    /** Returns the recovery codes, of which only hashes are stored. Throws 400 `wrong_code`, and 400 if nothing was set up. */
    async enable(userId: string, code: string): Promise<string[]> {
      const row = await factors.byUser(userId);
      if (!row) throw errors.noSecondFactor();
      if (row.enabledAt !== null) throw errors.secondFactorEnabled();
      const step = stepIn(deps, row, sealing(userId), code);
      if (step === null) throw errors.wrongCode();
      const codes = newRecoveryCodes();
      const enabled = await factors.enable(row, { step, at: now(), codeHashes: codes.map(hashRecoveryCode) });
      // Another secret has been set up, or enabled, meanwhile.
      if (!enabled) throw errors.wrongCode();
      return codes;
    },

    /** Throws 400 if the second factor is off. */
    async disable(userId: string): Promise<void> {
      if (!(await factors.remove(userId))) throw errors.noSecondFactor();
    },

    /** Replaces the recovery codes, used or not. Throws 400 if the second factor is off. */
    async renewRecoveryCodes(userId: string): Promise<string[]> {
      const codes = newRecoveryCodes();
      if (!(await factors.replaceRecoveryCodes(userId, codes.map(hashRecoveryCode)))) throw errors.noSecondFactor();
      return codes;
    },

    /** Uses up a code of the app or a recovery code. False if it is wrong, has expired or was used before. */
    async use(userId: string, code: string): Promise<boolean> {
      const row = await factors.byUser(userId);
      if (row?.enabledAt == null) return false;
      if (!isTotpCode(compact(code))) return factors.useRecoveryCode(userId, hashRecoveryCode(code));
      const step = stepIn(deps, row, sealing(userId), code);
      return step !== null && (await factors.useStep(userId, step));
    },
  };
}

/** Apps show codes in two groups, and people type them so. */
const compact = (code: string) => code.replaceAll(/\s/g, '');

function stepIn(
  { log, now }: SecondFactorDeps,
  { userId, secret }: { userId: string; secret: string },
  sealing: Parameters<typeof openText>[1],
  code: string,
): number | null {
  const opened = openText(secret, sealing);
  if (opened === null) log.warn('second_factor_unreadable', { user: userId });
  return opened === null ? null : stepOfCode(Buffer.from(opened, 'base64'), compact(code), now());
}

/** Ten new codes such as `x7k2-9mpq-4tva-0c3d`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = toBase32(randomBytes(RECOVERY_BYTES), RECOVERY_ALPHABET);
    return text.match(/.{4}/g)?.join('-') ?? text;
  });
}

/** The stored form of a code, however it was typed: without hyphens, in capitals, with O for zero. */
export function hashRecoveryCode(code: string): string {
  const typed = code.toLowerCase().replace(/[^0-9a-z]/g, '');
  return createHash('sha256').update(typed.replaceAll('o', '0').replace(/[il]/g, '1')).digest('hex');
}
