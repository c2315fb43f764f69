import { createRequire } from 'node:module';
import type { Parameters } from 'recheck';

const require = createRequire(import.meta.url);
/** The build for browsers is plain JavaScript; the other one looks for a program or for Java. */
const { checkSync } = require('recheck/lib/browser.js') as typeof import('recheck');
const { version } = require('recheck/package.json') as { version: string };

/**
 * Most are decided by automata. The others (lookbehinds, back references, the largest) are attacked with a few made texts:
 * fewer than by default, which finds nothing more here and takes three times as long. An attack has succeeded if it takes 5,000
 * steps for each character. Steps are counted and nothing is timed, so that a busy machine comes to the same verdicts.
 */
const PARAMETERS: Parameters = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  maxNFASize: 20_000,
  attackLimit: 150_000_000,
  maxAttackStringSize: 30_000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  mutationSize: 20,
  crossoverSize: 10,
  maxIteration: 1,
};
/** Braces after these letters name a character or a property. */
const REPEATS = /[*+]|(?<!\\[upP])\{/;
/** From so many times on, a repeat counts as one without a bound. Fewer times are a constant factor, and examined as `FEW`. */
const MANY = 500;
const FEW = 4;

/** With what expressions are examined. Verdicts that were found with another version or other settings do not count. */
export const EXAMINED_WITH = `recheck ${version} ${JSON.stringify({ ...PARAMETERS, MANY, FEW })}`;

/** An expression that repeats nothing takes time in proportion to its text. */
export const repeats = (source: string): boolean => REPEATS.test(source);

/** How the time of an expression can grow with the length of a text, such as `exponential`; null if in proportion to it. */
export function growthOf({ source, flags }: { source: string; flags: string }): string | null {
  const found = checkSync(withFewRepeats(source), flags, PARAMETERS);
  if (found.status === 'unknown') return `unknown: ${found.error.kind}`;
  return found.status === 'safe' ? null : found.complexity.summary;
}

/** recheck unfolds repeats, which takes long for `{1,300}` and says nothing about how the time grows. */
function withFewRepeats(source: string): string {
  return source.replace(/(?<!\\u|\\)\{(\d+)(,?)(\d*)\}/g, (_, least: string, comma: string, most: string) => {
    const from = Math.min(Number(least), FEW);
    if (comma === '') return `{${from}}`;
    return most === '' || Number(most) >= MANY ? `{${from},}` : `{${from},${Math.min(Number(most), FEW)}}`;
  });
}
