import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TRAINED, TRAINED_WITH_READER } from '../../../../server/answering/retrieval/weights.generated.ts';
import { openEngines } from '../engines.ts';
import { dataFolder } from '../sets.ts';
import { crossValidate, score, scoreTable, train } from './cross-validate.ts';
import { readExamples } from './examples.ts';
import { hasBeenRead } from './fit.ts';
import { digestOf, isThere, readManifest } from './manifest.ts';
import { renderWeightsFile, WEIGHTS_FILE, writeHeldOutWeights } from './weights-file.ts';

const USAGE = `npm run train [-- OPTION …]: fits the weights of the ranking and of the certainty, and writes the file that the server reads

  --check            writes nothing: scores the weights that are there, and cross-validates
  --manifest FILE    other sets than test/research/eval/train/manifest.json names`;

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    manifest: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE);
  const manifest = values.manifest === undefined ? readManifest() : readManifest(values.manifest);
  const data = dataFolder();
  const names = manifest.sets.map(({ name }) => name);
  const there = data === null ? [] : names.filter((name) => isThere(data, name));
  for (const name of names) if (!there.includes(name)) console.log(`There is no set named ${name}.`);
  if (data === null || there.length === 0) return console.log('So there is nothing to train on (../shared/data).');

  const engines = await openEngines({ embedder: 'builtin', answerer: 'extractive' });
  const words = await readExamples({ ...engines, reader: null }, data, manifest, there);
  const read = await readExamples(engines, data, manifest, there).finally(() => engines.close());
  const examples = { words, reader: read.filter(hasBeenRead) };
  if (examples.reader.length === 0)
    return console.log('The reader is off, and so there is nothing to train its weights on.');
  if (values.check)
    for (const [some, trained] of [
      [examples.words, TRAINED],
      [examples.reader, TRAINED_WITH_READER],
    ] as const)
      console.log(`As the server has them:\n${scoreTable(score(some, trained), trained.thresholds)}\n`);
  const validated = crossValidate(examples, manifest, (set) => console.error(`leaving out ${set}`));
  const scores = {
    words: scoreTable(validated.words.scored, validated.words.thresholds),
    reader: scoreTable(validated.reader.scored, validated.reader.thresholds),
  };
  console.log(`Cross-validated:\n${scores.words}\n\nWith the reader:\n${scores.reader}`);
  if (values.check) return;
  writeHeldOutWeights(validated.heldOut);
  const trained = train(examples, manifest);
  // The same weights keep the day on which they were found.
  if (JSON.stringify(trained) === JSON.stringify({ words: TRAINED, reader: TRAINED_WITH_READER }))
    return console.log('The weights are what they were.');
  const sets = there.map((name) => ({ name, digest: digestOf(data, name) }));
  const date = new Date().toISOString().slice(0, 10);
  const before = readFileSync(WEIGHTS_FILE, 'utf8');
  const after = renderWeightsFile(trained, { date, sets, scores });
  if (after !== before) writeFileSync(WEIGHTS_FILE, after);
  console.log(`Written: ${WEIGHTS_FILE.pathname}`);
}

await main();
