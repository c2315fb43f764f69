import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const LEAST_BYTES = 32;

/**
 * The secret that tokens are signed with. It is generated at the first start and stored in the data directory (mode 0600).
 * Throws if the file is too short.
 */
export async function loadSigningSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = pathIn(dataDir);
  const secret = (await readIfPresent(path)) ?? (await makeSecret(path)).trim();
  if (Buffer.byteLength(secret) < LEAST_BYTES) throw new Error(`${path} is damaged: it must hold at least 32 bytes.`);
  return secret;
}

/** The secret; null if none was generated yet. Writes nothing, so that it can be read beside a running server. */
export const readSigningSecret = (dataDir: string): Promise<string | null> => readIfPresent(pathIn(dataDir));

const pathIn = (dataDir: string) => join(dataDir, 'signing-secret');

async function readIfPresent(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text?.trim() ?? null;
}

/**
 * Writes a temporary file and links it into place: after a crash the secret is complete or absent, and of two simultaneous
 * starts one wins.
 */
async function makeSecret(path: string): Promise<string> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(48).toString('base64url')}\n`);
    await file.sync();
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await rm(aside, { force: true });
  }
  return readFile(path, 'utf8');
}
