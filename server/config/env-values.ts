import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

// The schemas of the variables' values. Each message completes "NAME …". Messages about secrets do not repeat the value, as
// they end up in logs.

type Issue = { input?: unknown };

/** A host name or an IP address to listen on. */
export const hostName = z
  .string()
  .refine((text) => isIP(text) !== 0 || /^[a-z0-9.-]+$/i.test(text), 'must be an address or a host name');

export const directory = z.string().refine((text) => text.trim() !== '', 'must name a directory');

/** A whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: ({ input }: Issue) => `must be a whole number from ${min} to ${max}, not "${input}"`,
    })
    .transform(Number);

/** One of the choices. */
export const oneOf = <const Choice extends string>(...choices: Choice[]) =>
  z.enum(choices, {
    error: ({ input }: Issue) => `must be ${choices.map((choice) => `"${choice}"`).join(' or ')}, not "${input}"`,
  });

/** An http or https address. A slash at its end is removed. */
export const webAddress = z
  .string()
  .refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
    },
    { error: ({ input }: Issue) => `must be an address such as https://chat.example.com, not "${input}"` },
  )
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

/** A site as an http or https address, or a folder as a `file:` address or an absolute path. The result is an address. */
export const siteOrFolder = z
  .string()
  .refine((text) => isAbsolute(text) || /^file:\/\/\/./.test(text) || webAddress.safeParse(text).success, {
    error: ({ input }: Issue) => `must be an address such as https://models.example.com, or a folder, not "${input}"`,
  })
  .transform((text) => (isAbsolute(text) ? pathToFileURL(text).href : new URL(text).href).replace(/\/+$/, ''));

/** The address of a Postgres database. It contains the password. */
export const databaseAddress = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && url.pathname.length > 1;
}, 'must be an address such as postgres://user:password@host:5432/database');

export const modelName = z.string().regex(/^[\w.:/@+-]{0,200}$/, 'must be the name of a model');

/** A mail server. The address may contain a password, which is not repeated. */
export const mailServer = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
}, 'must be an address such as smtps://user:password@mail.example.com');

/** A sender: an address, or a name with one in angle brackets. */
export const mailSender = z
  .string()
  .regex(
    /^(?:[^<>,\p{Cc}]*<[^<>@,\s]+@[^<>@,\s]+>|[^<>@,\s]+@[^<>@,\s]+)$/u,
    'must be one address, such as footnote@example.com or Footnote <footnote@example.com>',
  );

/** A bucket, by the rules of S3. */
export const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket');

/** What names of objects begin with. A slash is added to its end. */
export const bucketPrefix = z
  .string()
  .regex(/^(?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?$/, 'must be of letters, digits and “.-_/”, such as footnote/')
  .transform((text) => (text === '' || text.endsWith('/') ? text : `${text}/`));

/** A value that fits into an HTTP header. */
export const apiKey = z.string().regex(/^[\x21-\x7e]*$/, 'must be one word of ASCII characters');

/** Placeholders for secrets in guides and examples, without punctuation. */
const SAMPLES = [
  'changeme',
  'changethis',
  'replaceme',
  'replacethis',
  'yoursecret',
  'yourjwtsecret',
  'mysecret',
  'supersecret',
  'secretkey',
  'password',
  'example',
  '0123456789abcdef',
  'abcdefghijklmnop',
];

function isEasilyGuessed(text: string): boolean {
  const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return new Set(text).size < 8 || SAMPLES.some((sample) => plain.includes(sample));
}

export const secret = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= 32, 'must be at least 32 bytes long, or unset')
  .refine((text) => !isEasilyGuessed(text), 'is too easily guessed; use 32 random bytes, or leave it unset');

/** The widest ranges that are private: 10.0.0.0/8 and fc00::/7. */
const WIDEST_BITS: Record<number, number> = { 4: 8, 6: 7 };

/** Ranges of IP addresses, separated by commas. */
export const addressRanges = z
  .string()
  .refine((text) => splitRanges(text).every(isAddressRange), {
    error: ({ input }: Issue) => `must be a list of address ranges such as 10.1.0.0/16, not "${input}"`,
  })
  .refine((text) => splitRanges(text).every(isNarrow), {
    error: ({ input }: Issue) =>
      `must name private networks only: "${input}" has a range that is wider than 10.0.0.0/8 or fc00::/7, and public addresses can be read without it`,
  })
  .transform(splitRanges);

function splitRanges(text: string): string[] {
  return text.split(',').flatMap((range) => range.trim() || []);
}

function isNarrow(range: string): boolean {
  const [address = '', bits = ''] = range.split('/');
  return Number(bits) >= (WIDEST_BITS[isIP(address)] ?? 0);
}

function isAddressRange(range: string): boolean {
  const [address = '', bits = '', ...more] = range.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= maxBits;
}

/** Whether the host is a literal loopback address, or `localhost`, which always resolves to one (RFC 6761). */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
