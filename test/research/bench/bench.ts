/**
 * Measures the product and its floor in the same run and prints their ratio, which is comparable between machines.
 * `npm run bench` runs all benches, `npm run bench -- http start` those named. `npm run bench -- --scale` predicts the
 * resources for a load (scale.ts), and `npm run bench -- --profile` tells where the time of a question goes (profile.ts). `npm run bench -- --beside DIST`
 * compares another build of the server with this one (beside.ts).
 */
import { parseArgs } from 'node:util';
import { measureAnswers } from './answers.ts';
import { printBeside } from './beside.ts';
import { measureBombs } from './bombs.ts';
import { measureConsole } from './console.ts';
import { measureCrawl } from './crawl.ts';
import { measureCrowd } from './crowd.ts';
import { measureDrawing } from './drawing.ts';
import { measureEmbedding } from './embedding.ts';
import { measureEventLoop } from './event-loop.ts';
import { measureHttp } from './http.ts';
import { measureHybrid } from './hybrid.ts';
import { measureImportMemory } from './import-memory.ts';
import { measureIngestion } from './ingestion.ts';
import { measureInteractions } from './interactions.ts';
import { measureLogins } from './logins.ts';
import { measureManyFiles } from './many-files.ts';
import type { Measurement } from './measurement.ts';
import { measureModelAnswer } from './model-answer.ts';
import { measureModelLoad } from './model-load.ts';
import { measureNeighbour } from './neighbour.ts';
import { measurePdf } from './pdf.ts';
import { printProfile } from './profile.ts';
import { measureQueue } from './queue.ts';
import { printScale } from './scale.ts';
import { measureSearchAsYouType } from './search-as-you-type.ts';
import { measureStages } from './stages.ts';
import { measureStart } from './start.ts';
import { measureUnanswered } from './unanswered.ts';
import { measureWidget } from './widget.ts';

const BENCHES: Record<string, () => Promise<Measurement[]>> = {
  'event-loop': measureEventLoop,
  http: measureHttp,
  hybrid: measureHybrid,
  answers: () => measureAnswers('small'),
  'answers-large': () => measureAnswers('large'),
  bombs: measureBombs,
  console: measureConsole,
  crawl: measureCrawl,
  crowd: measureCrowd,
  logins: measureLogins,
  embedding: measureEmbedding,
  'import-memory': measureImportMemory,
  ingestion: measureIngestion,
  'many-files': measureManyFiles,
  'model-answer': measureModelAnswer,
  'model-load': measureModelLoad,
  neighbour: measureNeighbour,
  pdf: measurePdf,
  queue: measureQueue,
  'search-as-you-type': measureSearchAsYouType,
  stages: measureStages,
  start: measureStart,
  unanswered: measureUnanswered,
  drawing: measureDrawing,
  widget: measureWidget,
  interactions: measureInteractions,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'boolean' }, profile: { type: 'boolean' }, beside: { type: 'string' } },
});
if (values.scale) {
  await printScale(positionals);
  process.exit();
}
if (values.profile) {
  await printProfile(positionals);
  process.exit();
}
if (values.beside !== undefined) {
  await printBeside(values.beside, Number(positionals[0] ?? 20_000));
  process.exit();
}

const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(', ')}. Available are ${Object.keys(BENCHES).join(', ')}.`);

for (const [name, measure] of Object.entries(BENCHES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${name}`);
  for (const { what, floor, measured, ratio, target, verdict } of await measure()) {
    console.log(`  ${what}`);
    const beside = ratio === undefined ? '' : `   floor ${floor}   ratio ${ratio.toFixed(2)} ×`;
    console.log(`    ${measured}${beside}   target ${target}   ${verdict}`);
  }
}
