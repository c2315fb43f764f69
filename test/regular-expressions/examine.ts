import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Parameters } from 'recheck';

const require = createRequire(import.meta.url);
/** The build for browsers is plain JavaScript; the other one looks for a program or for Java. */
const { checkSync } = require('recheck/lib/browser.js') as typeof import('recheck');
const { version } = require('recheck/package.json') as { version: string };

/**
 * Most are decided by automata. The others (lookbehinds, back references) are attacked with a few made texts: fewer than by
 * default, which finds nothing more here and takes three times as long. An attack has succeeded if it takes 5,000 steps for each
 * character, counted, so that a busy machine decides nothing.
 */
const PARAMETERS: Parameters = {
  timeout: 120_000,
  attackTimeout: null,
  attackLimit: 150_000_000,
  maxAttackStringSize: 30_000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  mutationSize: 20,
  crossoverSize: 10,
  maxIteration: 1,
};
/** What repeats nothing is linear. Braces after these letters name a character or a property. */
const REPEATS = /[*+]|(?<!\\[upP])\{/;
/** A repeat of up to so many times counts as one of any number. Fewer are a constant factor, and checked as `FEW`. */
const MANY = 500;
const FEW = 4;

const CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/footnote-tests/regular-expressions.json', import.meta.url),
);
const KEY = JSON.stringify([version, PARAMETERS, MANY, FEW]);

/**
 * Examines expressions one after the other: for each, how its time can grow with the length of a text, such as `exponential`;
 * null for those whose time is proportional to it. Verdicts are kept in node_modules/.cache.
 */
export function createExaminer() {
  const verdicts = readCache();
  return {
    growthOf({ source, flags }: { source: string; flags: string }): string | null {
      if (!REPEATS.test(source)) return null;
      const expression = `/${source}/${flags}`;
      const known = verdicts.get(expression);
      if (known !== undefined) return known;
      const found = checkSync(withFewRepeats(source), flags, PARAMETERS);
      const verdict =
        found.status === 'safe'
          ? null
          : found.status === 'vulnerable'
            ? found.complexity.summary
            : `unknown: ${found.error.kind}`;
      verdicts.set(expression, verdict);
      return verdict;
    },
    save(): void {
      mkdirSync(dirname(CACHE), { recursive: true });
      writeFileSync(CACHE, JSON.stringify({ key: KEY, verdicts: [...verdicts] }));
    },
  };
}

/** recheck unfolds repeats, which takes long for `{1,300}` and says nothing about how the time grows. */
function withFewRepeats(source: string): string {
  return source.replace(/(?<!\\u|\\)\{(\d+)(,?)(\d*)\}/g, (_, least: string, comma: string, most: string) => {
    const from = Math.min(Number(least), FEW);
    if (comma === '') return `{${from}}`;
    return most === '' || Number(most) >= MANY ? `{${from},}` : `{${from},${Math.min(Number(most), FEW)}}`;
  });
}

function readCache(): Map<string, string | null> {
  try {
    const { key, verdicts } = JSON.parse(readFileSync(CACHE, 'utf8'));
    return new Map(key === KEY ? verdicts : []);
  } catch {
    return new Map();
  }
}
