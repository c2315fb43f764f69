import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createSupportChecker } from '../../../../server/answering/generation/support/support-check.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import { detectLanguage } from '../../../../server/language/detect.ts';
import { passage } from '../../../server/answering/passages.ts';
import { dataFolder } from '../sets.ts';
import { aligned } from '../table.ts';
import { OWN_PASSAGES } from './own-sentences.ts';
import { type OpenVerifier, openVerifier, VERIFIER_NAMES, type VerifierChoice } from './verifiers.ts';

const USAGE = `npm run eval -- support [OPTION …]: which sentences get a citation, right ones and subtly wrong ones

  --file FILE   labelled sentences, instead of ../shared/data/support/open.jsonl
  --verifier V  what checks besides the rules: "configured" for VERIFIER and VERIFIER_MODEL, "fixture" for a small generated
                model that knows only "not", "scripted" for a model server in this process that replies yes. The last two
                show what the way to them costs. Each sentence is asked about alone, an answer has several in one request
  --print       prints the sentences that are judged wrongly`;

/** A sentence as a model might write it after `question`, over the passages of a prompt. */
interface LabelledSentence {
  question: string;
  sentence: string;
  /** The number of the passage that it cites, from 1. */
  cited: number;
  supported: boolean;
  kind: string;
  passages: Passage[];
}

interface JudgedSentence extends LabelledSentence {
  accepted: boolean;
  milliseconds: number;
}

/** A line of a file of labelled sentences. */
interface Line extends Omit<LabelledSentence, 'passages'> {
  passages: { title: string; heading: string; text: string }[];
}

function readSentences(file: string): LabelledSentence[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { passages, ...rest } = JSON.parse(line) as Line;
    return { ...rest, passages: passages.map(({ title, heading, text }) => toPassage(title, heading, text)) };
  });
}

function toPassage(title: string, heading: string, text: string): Passage {
  const headings = heading === '' ? [] : heading.split(' › ');
  return passage(text, { title, headings, language: detectLanguage(text) });
}

/** All passages of a language are in the prompt. The kind has the language in front. */
export function ownSentences(): LabelledSentence[] {
  return OWN_PASSAGES.flatMap(({ language, title, right, wrong }) => {
    const shown = OWN_PASSAGES.filter((one) => one.language === language);
    const cited = shown.findIndex((one) => one.title === title) + 1;
    const passages = shown.map(({ headings, ...one }) => toPassage(one.title, headings.join(' › '), one.text));
    const rest = { question: title, cited, passages };
    return [
      ...right.map((sentence) => ({ ...rest, sentence, supported: true, kind: language })),
      ...wrong.map(([kind, sentence]) => ({ ...rest, sentence, supported: false, kind: `${language} ${kind}` })),
    ];
  });
}

/**
 * Each sentence is checked twice over its passages, and the second time counts: an answer has several sentences. `verifier`:
 * what checks besides the rules.
 */
export async function judge(
  sentences: LabelledSentence[],
  verifier: OpenVerifier | null = null,
): Promise<JudgedSentence[]> {
  const { signal } = new AbortController();
  const judged: JudgedSentence[] = [];
  let failures = 0;
  for (const one of sentences) {
    const shown = one.passages.map((passage) => [passage]);
    const rules = createSupportChecker(shown, one.question, null, signal);
    await rules.findSupport(one.sentence, [one.cited]);
    const { judge = null, asked = null } = verifier?.judge() ?? {};
    const checker = judge ? createSupportChecker(shown, one.question, null, signal, judge) : rules;
    const check = () => checker.findSupport(one.sentence, [one.cited]);
    const start = performance.now();
    let supports = await check();
    // As of an answer: a denied passage may be followed by another.
    for (let round = 1; round <= 2 && (await asked?.settle()); round++) supports = await check();
    if (judge?.failed) failures++;
    judged.push({ ...one, accepted: supports.length > 0, milliseconds: performance.now() - start });
  }
  if (failures > 0) console.log(`The verifier failed for ${failures} sentences: the rules alone decided about them.`);
  return judged;
}

const share = (part: number, all: number) =>
  `${part} of ${all}${all === 0 ? '' : ` (${Math.round((100 * part) / all)} %)`}`;

/** How many of the right and of the wrong sentences are accepted, by kind. */
export function confusionTable(judged: JudgedSentence[]): string {
  const accepted = (some: JudgedSentence[]) => share(some.filter((one) => one.accepted).length, some.length);
  const rows = [true, false].flatMap((supported) => {
    const some = judged.filter((one) => one.supported === supported);
    const kinds = [...new Set(some.map(({ kind }) => kind))].sort();
    return [
      [supported ? 'right' : 'wrong', accepted(some)],
      ...kinds.map((kind) => [`  ${kind}`, accepted(some.filter((one) => one.kind === kind))]),
    ];
  });
  return aligned([['', 'accepted'], ...rows]);
}

function timeLine(judged: JudgedSentence[], verifier: VerifierChoice): string {
  const times = judged.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (quantile: number) => (times[Math.floor(quantile * (times.length - 1))] ?? 0).toFixed(2);
  return `checking a sentence, ${verifier}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

/** Runs the command with these arguments. */
export async function runSupport(args: string[]): Promise<void> {
  const verifiers = { type: 'string', default: 'rules' } as const;
  const options = {
    file: { type: 'string' },
    verifier: verifiers,
    print: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args, options });
  if (values.help) return console.log(USAGE);
  const file = values.file ?? join(dataFolder() ?? '', 'support', 'open.jsonl');
  const sets: [name: string, sentences: LabelledSentence[]][] = [['our own sentences', ownSentences()]];
  if (existsSync(file)) sets.unshift([file, readSentences(file)]);
  else console.log(`There is no file ${file}.`);
  const choice = VERIFIER_NAMES.find((name) => name === values.verifier);
  if (!choice) throw new Error(`--verifier is one of ${VERIFIER_NAMES.join(', ')}.`);
  const verifier = await openVerifier(choice);
  for (const [name, sentences] of sets) {
    const judged = await judge(sentences, verifier);
    console.log(`${name}\n${confusionTable(judged)}\n${timeLine(judged, choice)}\n`);
    for (const { supported, accepted, kind, sentence } of values.print ? judged : []) {
      if (supported !== accepted) console.log(`${accepted ? 'accepted' : 'refused'} (${kind}): ${sentence}`);
    }
  }
  await verifier?.close();
}
