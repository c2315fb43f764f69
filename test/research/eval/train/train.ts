import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { areThere, REAL_EMBEDDERS } from '../../../../.build/weights.ts';
import { SHIPPED } from '../../../../server/answering/retrieval/search.ts';
import { MODEL_CATALOGUE } from '../../../../server/engines/catalogue/model-catalogue.ts';
import { QUESTIONS } from '../../train-reader/written-questions.ts';
import { openEngines } from '../engines.ts';
import { dataFolder } from '../sets.ts';
import { crossValidate, type Examples, score, scoreTable, train } from './cross-validate.ts';
import { type Example, readExamples } from './examples.ts';
import { hasBeenRead } from './fit.ts';
import { digestOf, digestOfFile, isThere, type Manifest, readManifest, WRITTEN } from './manifest.ts';
import { FILES, renderWeightsFile, type Vectors, writeHeldOutWeights } from './weights-file.ts';
import { writtenExamples } from './written-examples.ts';

const USAGE = `npm run train [-- OPTION …]: fits the weights of the ranking and of the certainty, and writes the files that the server reads

  --vectors KIND     only the weights for the built-in vectors (builtin) or for those of a model (model)
  --check            writes nothing: scores the weights that are there, and cross-validates
  --repositories FOLDER
                     the clones of the documentations that questions were written about (../train-reader), as owner+name; for
                     the built-in vectors
  --manifest FILE    other sets than test/research/eval/train/manifest.json names`;

const { values } = parseArgs({
  options: {
    vectors: { type: 'string' },
    check: { type: 'boolean', default: false },
    repositories: { type: 'string' },
    manifest: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** What is trained on. */
interface Material {
  data: string;
  manifest: Manifest;
  names: string[];
}

const NAMES: Record<Vectors, string> = {
  builtin: 'the built-in vectors',
  model: `the vectors of ${REAL_EMBEDDERS.join(' and of ')}, all questions with each`,
};

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE);
  const manifest = values.manifest === undefined ? readManifest() : readManifest(values.manifest);
  const data = dataFolder();
  const wanted = manifest.sets.map(({ name }) => name).filter((name) => name !== WRITTEN);
  const names = data === null ? [] : wanted.filter((name) => isThere(data, name));
  for (const name of wanted) if (!names.includes(name)) console.log(`There is no set named ${name}.`);
  if (data === null || names.length === 0) return console.log('So there is nothing to train on (../shared/data).');
  for (const kind of ['builtin', 'model'] as const) {
    if (values.vectors === undefined || values.vectors === kind) await trainFor(kind, { data, manifest, names });
  }
}

async function trainFor(kind: Vectors, material: Material): Promise<void> {
  const { data, manifest, names } = material;
  const models = MODEL_CATALOGUE.filter(({ name }) => REAL_EMBEDDERS.some((one) => one === name));
  if (kind === 'model' && !models.every(areThere))
    return console.log(`Without ${REAL_EMBEDDERS.join(' and ')} the weights for models stay: npm run weights`);
  const examples = kind === 'builtin' ? await builtinExamples(material) : await modelExamples(material);
  if (examples.reader.length === 0)
    return console.log('The reader is off, and so there is nothing to train its weights on.');
  if (values.check)
    for (const reading of ['words', 'reader'] as const) {
      const shipped = SHIPPED[kind][reading];
      const table = scoreTable(score(examples[reading], shipped), shipped.thresholds);
      console.log(`With ${NAMES[kind]}, as the server has them (${reading}):\n${table}\n`);
    }
  const { words, reader, heldOut } = crossValidate(examples, manifest, (set) => console.error(`leaving out ${set}`));
  const scores = {
    words: scoreTable(words.scored, words.thresholds),
    reader: scoreTable(reader.scored, reader.thresholds),
  };
  console.log(`With ${NAMES[kind]}, cross-validated:\n${scores.words}\n\nWith the reader:\n${scores.reader}\n`);
  if (values.check) return;
  const files = FILES[kind];
  writeHeldOutWeights(heldOut, files.heldOut);
  const trained = train(examples, manifest);
  // The same weights keep the day on which they were found.
  if (JSON.stringify(trained) === JSON.stringify(SHIPPED[kind])) return console.log('The weights are what they were.');
  const sets = names.map((name) => ({ name, digest: digestOf(data, name) }));
  if (kind === 'builtin') sets.push({ name: WRITTEN, digest: digestOfFile(QUESTIONS) });
  const date = new Date().toISOString().slice(0, 10);
  const before = readFileSync(files.weights, 'utf8');
  const after = renderWeightsFile(kind, trained, { date, vectors: NAMES[kind], sets, scores });
  if (after !== before) writeFileSync(files.weights, after);
  console.log(`Written: ${files.weights.pathname}`);
}

/**
 * Without the reader, which finds passages too, and with it. Only then the written questions: without it, those about
 * documentations that the built-in vectors were trained on would teach to trust these.
 */
async function builtinExamples(material: Material): Promise<Examples> {
  const folder = values.repositories;
  if (folder === undefined) throw new Error('Specify the folder of clones: --repositories FOLDER');
  const words = await readWith('builtin', 'off', material);
  const reader = await readWith('builtin', 'builtin', material);
  const engines = await openEngines({ embedder: 'builtin', answerer: 'extractive', reader: 'builtin' });
  const written = await writtenExamples(engines, folder, material.manifest).finally(() => engines.close());
  return { words, reader: [...reader, ...written].filter(hasBeenRead) };
}

/**
 * The questions in English, with the vectors of each model and the reader. Without it almost the same is found, so that its
 * features alone are left out.
 */
async function modelExamples(material: Material): Promise<Examples> {
  const words: Example[] = [];
  for (const name of REAL_EMBEDDERS) words.push(...(await readWith(name, 'builtin', material, ['en'])));
  return { words, reader: words.filter(hasBeenRead) };
}

/** `languages`: of the sets; without it all. */
async function readWith(
  embedder: string,
  reader: string,
  { data, manifest, names }: Material,
  languages?: string[],
): Promise<Example[]> {
  console.error(`with ${embedder}, reader ${reader}`);
  const engines = await openEngines({ embedder, answerer: 'extractive', reader });
  return readExamples(engines, data, manifest, names, languages).finally(() => engines.close());
}

await main();
