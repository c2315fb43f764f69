import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Answer } from '../../http/context.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.tgz': 'application/gzip',
};

/** The compressed variants that a build may have of a file, smallest first. */
const PRECOMPRESSED = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/** How long a client may use a file without revalidation. */
export const CACHING = {
  fiveMinutes: 'public, max-age=300',
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'no-cache',
} as const;

/** One file of a build. */
export interface BuiltFile {
  /** The directory of the build. */
  directory: string;
  /** The path within the build, as received in the request. */
  path: string;
  caching: string;
  headers?: Record<string, string>;
  /** The request's `Accept-Encoding`. A compressed variant is sent if the build has one. */
  encodings: string;
}

/** Answers with a file of a build; null if it does not exist or must not be served. */
export async function builtFile(options: BuiltFile): Promise<Answer<200> | null> {
  const { directory, path, caching, headers, encodings } = options;
  const type = TYPES[extname(path)];
  // Compared after links are resolved: nothing outside the build may be served.
  const [root, file] = await Promise.all([found(directory), found(join(directory, path))]);
  if (!type || !root || !file?.startsWith(root + sep)) return null;
  const { body, encoding } = (await compressed(file, encodings)) ?? { body: await read(file), encoding: null };
  if (!body) return null;
  return {
    status: 200,
    body,
    type,
    headers: {
      'cache-control': caching,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
      ...headers,
    },
  };
}

async function compressed(file: string, encodings: string): Promise<{ body: Buffer; encoding: string } | null> {
  // A weight of 0 excludes an encoding; other weights do not matter here.
  const accepted = encodings.split(',').map((one) => one.trim().toLowerCase());
  for (const { encoding, ending } of PRECOMPRESSED) {
    if (!accepted.some((one) => one === encoding || (one.startsWith(`${encoding};`) && !/;\s*q=0(\.0*)?$/.test(one))))
      continue;
    const body = await read(file + ending);
    if (body) return { body, encoding };
  }
  return null;
}

function read(file: string): Promise<Buffer | null> {
  return readFile(file).catch(() => null);
}

/** Null if the path does not exist or is not valid. */
function found(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}
