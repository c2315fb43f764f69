/**
 * Trains the built-in embedder's vectors on openly licensed documentation (manifest.json) and writes them into the server:
 * `npm run train:vectors -- --repositories FOLDER [--steps N --output FILE]`. FOLDER contains a clone of each repository at
 * its commit, as `owner+name`.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seeded } from '../../helpers/input/seeded.ts';
import { readJsonLines } from '../json-lines.ts';
import { type CorpusPage, readRepository } from './corpus.ts';
import { type Asked, createPairs } from './pairs.ts';
import { toVectorFile } from './quantise.ts';
import type { Repository } from './repository.ts';
import { train } from './trainer.ts';

const MANIFEST = fileURLToPath(new URL('./manifest.json', import.meta.url));
const QUESTIONS = fileURLToPath(new URL('./questions.jsonl', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../../../server/engines/builtin/vectors.bin', import.meta.url));
const VERSION = fileURLToPath(new URL('../../../server/engines/builtin/vectors-version.ts', import.meta.url));

/** The steps between two progress lines, and between two writes of the file. */
const REPORT = 50;
const SAVE = 500;

const { values } = parseArgs({
  options: {
    repositories: { type: 'string' },
    output: { type: 'string', default: OUTPUT },
    steps: { type: 'string', default: '9000' },
    batch: { type: 'string', default: '256' },
    words: { type: 'string', default: '60000' },
    grams: { type: 'string', default: '24000' },
    dimensions: { type: 'string', default: '256' },
    seed: { type: 'string', default: '1' },
  },
});

const say = (line: string) => process.stderr.write(`${line}\n`);
const { repositories } = values;
if (!repositories) throw new Error('Specify the folder of the clones: --repositories FOLDER');

const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Repository[];
const pages: CorpusPage[] = manifest.flatMap((repository) => readRepository(repositories, repository));
const asked = readJsonLines<Asked>(QUESTIONS);
const random = seeded(Number(values.seed));
const pairs = createPairs(pages, asked, random);
say(
  `${pages.length} pages, ${pairs.sections} sections, ${pairs.translated} of them translated, ${pairs.questions} questions, ${pairs.units.length} words`,
);
const started = performance.now();
let sum = 0;
const learned = train(
  pairs,
  {
    dimensions: Number(values.dimensions),
    words: Number(values.words),
    grams: Number(values.grams),
    steps: Number(values.steps),
    batch: Number(values.batch),
    onStep(steps, loss, soFar) {
      sum += loss;
      if (steps % SAVE === 0) writeFileSync(values.output, toVectorFile(soFar()));
      if (steps % REPORT !== 0) return;
      say(`${steps}  loss ${(sum / REPORT).toFixed(3)}  ${((performance.now() - started) / 1000).toFixed(0)} s`);
      sum = 0;
    },
  },
  random,
);
const bytes = toVectorFile(learned);
writeFileSync(values.output, bytes);
if (values.output === OUTPUT) writeVersion(createHash('sha256').update(bytes).digest('hex'));

/** Increments the version of the vectors in the server's code if their hash has changed. */
function writeVersion(sha256: string): void {
  const code = readFileSync(VERSION, 'utf8');
  if (code.includes(sha256)) return;
  const next = code
    .replace(/(VECTORS_VERSION = )(\d+)/, (_, name: string, version: string) => `${name}${Number(version) + 1}`)
    .replace(/(VECTORS_SHA256 = )'[^']*'/, `$1'${sha256}'`);
  writeFileSync(VERSION, next);
}
