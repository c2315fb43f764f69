import { writeFileSync } from 'node:fs';
import { REAL_EMBEDDERS } from '../../../.build/weights.ts';
import type { Tier, TierAnswers } from '../../../server/engines/catalogue/tier.ts';
import { residentMegabytes } from '../bench/processes.ts';
import type { Asked } from './docs-qa/ask.ts';
import { type Documentations, docsQa } from './docs-qa/documentation.ts';
import { documentationTable, summarise, typeTable } from './docs-qa/report.ts';
import { askDocumentation } from './docs-qa/run.ts';
import { type Engines, openEngines } from './engines.ts';
import { modelProcesses, processorTime } from './processor-time.ts';
import { percentile } from './summary.ts';
import { aligned } from './table.ts';
import { unseen } from './unseen/unseen.ts';
import { openWorkbench } from './workbench.ts';

/** Where the server reads them. */
const FILE = new URL('../../../server/engines/catalogue/tiers.generated.ts', import.meta.url);
const EMBEDDERS = ['builtin', ...REAL_EMBEDDERS];
const PAGES = 300;
/** Every so many pages of docs-qa are embedded to tell what 300 take. */
const SAMPLE = 40;

/**
 * `npm run eval -- tiers [EMBEDDER …]`: what each embedder costs and brings with the reader, and the built-in one without it.
 * Writes the server's file; embedders that are not named stay in it as they are.
 */
export async function runTiers(named: string[]): Promise<void> {
  const wanted = named.length === 0 ? EMBEDDERS : EMBEDDERS.filter((one) => named.includes(one));
  const sets = { docsQa: docsQa(), unseen: unseen() };
  const missing = Object.values(sets).flatMap((set) => set.missing);
  if (missing.length > 0) return console.log(missing.join('\n'));
  const tiers: Tier[] = [];
  for (const embedder of wanted) {
    for (const reader of embedder === 'builtin' ? ['builtin', 'off'] : ['builtin']) {
      const title = `${embedder}, ${reader === 'off' ? 'without' : 'with'} the reader`;
      const costs = await measureCosts(embedder, reader);
      const engines = await openEngines({ embedder, answerer: 'extractive', reader });
      try {
        const docs = await askAll(engines, sets.docsQa);
        const others = await askAll(engines, sets.unseen);
        const own = docs.filter(({ question }) => question.answerable);
        tiers.push({
          ...{ embedder, reader: reader !== 'off', ...costs },
          questionMilliseconds: Math.round(
            percentile(
              own.map(({ milliseconds }) => milliseconds),
              0.5,
            ),
          ),
          docsQa: answersOf(docs),
          unseen: answersOf(others),
        });
        for (const [name, asked] of [
          ['docs-qa', docs],
          ['unseen', others],
        ] as const)
          console.log(`\n${title}, ${name}\n${documentationTable(asked)}\n${typeTable(asked)}`);
      } finally {
        await engines.close();
      }
    }
  }
  const placeOf = ({ embedder }: Tier) => EMBEDDERS.indexOf(embedder);
  // Another evaluation may have written it meanwhile.
  const { TIERS: written } = (await import(`${FILE.href}?${Date.now()}`)) as { TIERS: Tier[] };
  const all = [...written.filter(({ embedder }) => !wanted.includes(embedder)), ...tiers];
  all.sort((one, other) => placeOf(one) - placeOf(other) || Number(one.reader) - Number(other.reader));
  writeFileSync(FILE, render(all));
  console.log(`\n${tierTable(all)}\n\nWritten: ${FILE.pathname}`);
}

async function askAll(engines: Engines, { names, load }: Documentations): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const name of names) asked.push(...(await askDocumentation(engines, load(name))));
  return asked;
}

/** With an embedder that remembers nothing. What the reader reads in the background is not waited for. */
async function measureCosts(embedder: string, reader: string): Promise<Pick<Tier, 'memory' | 'importSeconds'>> {
  const { names, load } = docsQa();
  const all = names.flatMap((name) => {
    const { folder, documents } = load(name);
    return documents.map((document) => ({ folder, document }));
  });
  const engines = await openEngines({ embedder, answerer: 'extractive', reader }, { remembers: false });
  const bench = await openWorkbench({ ...engines, reader: null });
  try {
    const sample = all.filter((_, at) => at % SAMPLE === 0);
    const byFolder = [...Map.groupBy(sample, ({ folder }) => folder)];
    const ingest = async () => {
      for (const [folder, some] of byFolder)
        await bench.ingest({ name: folder, folder, documents: some.map(({ document }) => document) }, () => {});
    };
    // At the first time code is compiled and models are loaded.
    await ingest();
    const before = processorTime();
    await ingest();
    const took = processorTime() - before;
    await engines.reader?.read(['The reader is loaded.'], new AbortController().signal);
    return {
      memory: Math.round(modelProcesses().reduce((sum, child) => sum + residentMegabytes(child), 0)) * 1e6,
      importSeconds: Math.round((took / 1e3 / sample.length) * PAGES),
    };
  } finally {
    await bench.close();
    await engines.close();
  }
}

function answersOf(asked: Asked[]): TierAnswers {
  const { answerable, inResponse, within } = summarise(asked);
  const [first = 0, among5 = 0, , among30 = 0] = within;
  return { questions: answerable, inResponse, first, among5, among30 };
}

const render = (tiers: Tier[]) => `/* Generated by \`npm run eval -- tiers\`; do not edit. */
import type { Tier } from './tier.ts';

export const TIERS: Tier[] = [
${tiers.map((tier) => `  ${literal(tier)},\n`).join('')}];
`;

function literal(value: object): string {
  const indent = 'questions' in value ? '    ' : '  ';
  const line = ([name, each]: [string, unknown]) =>
    `${indent}  ${name}: ${typeof each === 'object' && each !== null ? literal(each) : typeof each === 'string' ? `'${each}'` : each},\n`;
  return `{\n${Object.entries(value).map(line).join('')}${indent}}`;
}

function tierTable(tiers: Tier[]): string {
  const found = ({ first, among5, among30, inResponse, questions }: TierAnswers) => [
    `${first} / ${among5} / ${among30}`,
    `${inResponse} of ${questions}`,
  ];
  return aligned([
    [
      '',
      'MB',
      '300 pages',
      'question',
      'docs-qa: right @1 / 5 / 30',
      'in response',
      'unseen: @1 / 5 / 30',
      'in response',
    ],
    ...tiers.map(({ embedder, reader, memory, importSeconds, questionMilliseconds, docsQa, unseen }) => [
      `${embedder}${reader ? ' + reader' : ''}`,
      String(memory / 1e6),
      `${importSeconds} s`,
      `${questionMilliseconds} ms`,
      ...found(docsQa),
      ...found(unseen),
    ]),
  ]);
}
