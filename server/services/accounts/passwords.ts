import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { errors } from '../errors.ts';

const derive = promisify(argon2);

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Half of libuv's four threads, so that a flood of logins leaves room for files and DNS. */
const MAX_CONCURRENT = 2;
/** More waiting hashes than this are a flood, answered with 429 at once. */
const MAX_WAITING = 64;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

export type Passwords = ReturnType<typeof createPasswords>;

/** Tests that are not about passwords pass another cost; the server passes none. */
export function createPasswords(cost = COST) {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT });
  // Never matches: no password derives to it.
  const dummy = {
    ...cost,
    salt: randomBytes(SALT_BYTES),
    expected: randomBytes(HASH_BYTES),
  };

  async function deriveHash(password: string, salt: Buffer, at: typeof COST, tagLength: number): Promise<Buffer> {
    if (queue.size >= MAX_WAITING) throw errors.busy(2);
    const options = { ...at, message: password.normalize('NFKC'), nonce: salt, tagLength };
    return queue.add(() => derive('argon2id', options));
  }

  return {
    /** A PHC string. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      const hash = await deriveHash(password, salt, cost, HASH_BYTES);
      const { memory, passes, parallelism } = cost;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
    },

    /** A null hash (no such account) takes as long as a real one and is always wrong. */
    async verify(password: string, phc: string | null): Promise<boolean> {
      const parsed = phc === null ? null : parse(phc);
      const { salt, expected, ...at } = parsed ?? dummy;
      const actual = await deriveHash(password, salt, at, expected.length);
      return timingSafeEqual(actual, expected) && parsed !== null;
    },

    /** Reports whether the hash was made with other costs than today's. */
    outdated(phc: string): boolean {
      const parsed = parse(phc);
      return !parsed || parsed.memory !== cost.memory || parsed.passes !== cost.passes;
    },
  };
}

function parse(phc: string) {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc) ?? [];
  if (!salt || !hash) return null;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(hash, 'base64'),
  };
}
