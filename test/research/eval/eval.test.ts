import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../../helpers/input/seeded.ts';
import { type Engines, openEngines } from './engines.ts';
import { type Observation, observe } from './measure.ts';
import { dataFolder, draw, type Group, loadGroups } from './sets.ts';
import { summarise } from './summary.ts';
import { type Ingested, openWorkbench, type Workbench } from './workbench.ts';

/** Sets small enough for every run, one of a script without spaces among them, and what they must not fall below. */
const SETS = [
  { set: 'xquad', language: 'en', hit5: 0.9, cited: 0.8 },
  { set: 'xquad', language: 'zh', hit5: 0.9, cited: 0.8 },
];
const QUESTIONS = 30;
const DOCUMENTS = 10;
const data = dataFolder();

/** Some documents of a group and the questions about them: seconds instead of minutes. */
function part(group: Group): Group {
  const documents = draw(group.documents, DOCUMENTS, seeded(7));
  const ids = new Set(documents.map(({ doc_id }) => doc_id));
  return {
    ...group,
    documents,
    questions: group.questions.filter(({ gold }) => gold.every(({ doc_id }) => ids.has(doc_id))),
  };
}

describe.skipIf(data === null)('the evaluation (skipped where ../shared/data is absent)', () => {
  describe.each(SETS)('$set $language', ({ set, language, hit5, cited }) => {
    let bench: Workbench;
    let engines: Engines;
    let group: Group;
    let ingested: Ingested;
    let observations: Observation[];

    beforeAll(async () => {
      const found = (await loadGroups(data ?? '', set)).find((one) => one.language === language);
      if (!found) throw new Error(`There is no ${set} in ${language}.`);
      group = part(found);
      engines = await openEngines({ embedder: 'builtin', answerer: 'extractive' });
      bench = await openWorkbench(engines);
      ingested = await bench.ingest(group, () => {});
      observations = [];
      for (const question of draw(group.questions, QUESTIONS, seeded(7))) {
        observations.push(await observe(bench, group, ingested, question));
      }
    }, 120_000);

    afterAll(async () => {
      await bench?.close();
      await engines?.close();
    });

    it('ingests every document', () => {
      expect(ingested.failed).toEqual([]);
      expect(ingested.documents.size).toBe(group.documents.length);
    });

    it('cites nothing that is not word for word in the documents and in the answer', () => {
      const citations = observations.flatMap(({ answer }) => answer.citations);
      expect(citations.length).toBeGreaterThan(QUESTIONS / 2);
      expect(observations.filter(({ notVerbatim }) => notVerbatim > 0)).toEqual([]);
    });

    it('finds and cites the right passages', () => {
      const size = { name: group.name, documents: group.documents.length, failed: 0, chunks: ingested.chunks };
      const summary = summarise(size, observations, []);
      expect(summary.hit5).toBeGreaterThanOrEqual(hit5);
      expect(summary.cited3).toBeGreaterThanOrEqual(cited);
      expect(summary.answerInResponse).toBeGreaterThanOrEqual(cited);
      expect(summary.wronglyRefused).toBeLessThanOrEqual(0.15);
    });
  });
});
