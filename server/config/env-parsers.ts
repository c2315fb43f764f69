import { isIP } from 'node:net';

// Readers of the values of variables. Each throws a string that completes "NAME …".

/** The text where it holds; throws the problem where it does not. */
export function check(text: string, holds: boolean, problem: string): string {
  if (!holds) throw problem;
  return text;
}

/** A whole number within these bounds. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most)) throw `must be a whole number from ${least} to ${most}, not "${text}"`;
    return number;
  };
}

/** One of these words. */
export function oneOf<const Choice extends string>(...choices: Choice[]): (text: string) => Choice {
  return (text) => {
    const choice = choices.find((candidate) => candidate === text);
    if (!choice) throw `must be ${choices.map((candidate) => `"${candidate}"`).join(' or ')}, not "${text}"`;
    return choice;
  };
}

/** An http or https address, without the slash at its end. */
export function webAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw `must be an address such as https://chat.example.com, not "${text}"`;
  }
  return url.href.replace(/\/+$/, '');
}

/** The address of a Postgres database, or nothing. Never repeats the value: it holds a password. */
export function databaseAddress(text: string): string | null {
  if (text === '') return null;
  const url = URL.parse(text);
  const holds = url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && url.pathname.length > 1;
  return check(text, holds, 'must be an address such as postgres://user:password@host:5432/database');
}

/** A literal loopback address, or the name that resolvers must give one (RFC 6761). */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The name of a model, or nothing. */
export function modelName(text: string): string {
  return check(text, /^[\w.:/@+-]{0,200}$/.test(text), 'must be the name of a model');
}

/** Never repeats the value: it ends up in logs. */
export function headerValue(text: string): string | null {
  return check(text, /^[\x21-\x7e]*$/.test(text), 'must be one word of ASCII characters') || null;
}

/** What guides and examples write where a secret belongs, without its punctuation. */
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

/** Ranges of IP addresses, separated by commas. */
export function addressRanges(text: string): string[] {
  const ranges = text.split(',').flatMap((range) => range.trim() || []);
  for (const range of ranges) {
    const [address = '', bits = '', ...more] = range.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (more.length > 0 || !/^\d+$/.test(bits) || Number(bits) > most) {
      throw `must be a list of address ranges such as 10.1.0.0/16, not "${text}"`;
    }
  }
  return ranges;
}

/** Never repeats the value: it ends up in logs. */
export function strongSecret(text: string): string {
  if (Buffer.byteLength(text) < 32) throw 'must be at least 32 bytes long, or unset';
  const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  if (new Set(text).size < 8 || SAMPLES.some((sample) => plain.includes(sample))) {
    throw 'is too easily guessed; take 32 random bytes, or leave it unset';
  }
  return text;
}
