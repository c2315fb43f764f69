import { parseArgs } from 'node:util';
import { type EvaluationOptions, evaluate as evaluateFile } from '../evaluation/evaluate.ts';
import { commandLine } from '../platform/program/command-line.ts';
import type { Command } from './command.ts';
import { assertEmbedded } from './existing-store.ts';

/** `footnote eval FILE …`: reports the results of the golden questions. The exit code is 1 below the gate. */
export async function evaluate({ words, env, log, say }: Command): Promise<boolean> {
  assertEmbedded(env, 'Ask through the server instead.');
  const { text, passed } = await evaluateFile(env, log, goldenOptions(words));
  say(text);
  if (!passed) process.exitCode = 1;
  return true;
}

function goldenOptions(words: string[]): EvaluationOptions {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { project: { type: 'string' }, 'min-hit': { type: 'string' } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error(`name one file of questions: ${commandLine('eval FILE')}`);
  const minHit = values['min-hit'] === undefined ? null : Number(values['min-hit'] || Number.NaN);
  if (minHit !== null && !(minHit >= 0 && minHit <= 1)) throw new Error('--min-hit must be a number from 0 to 1.');
  return { file, project: values.project ?? null, minHit };
}
