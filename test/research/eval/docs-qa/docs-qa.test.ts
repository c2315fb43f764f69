import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engines, openEngines } from '../engines.ts';
import { openWorkbench } from '../workbench.ts';
import { type Asked, withoutPassage } from './ask.ts';
import { type DocsQuestion, documentationNames, loadDocumentation } from './documentation.ts';
import { OFF_TOPIC } from './off-topic.ts';
import { certaintyTable, documentationTable, offTopicTable, printed, summarise, typeTable } from './report.ts';
import { type Evaluated, evaluateDocumentation } from './run.ts';
import { compareVerdicts, readVerdicts, writeVerdicts } from './verdict-file.ts';

const PAGES = {
  'guides/install/index.md':
    '# Installing Kestrel\n\nRun `kestrel setup` to install the Kestrel daemon.\n\nThe Kestrel daemon listens on port 7421 by default.\n',
  'guides/backup/index.md':
    '# Backups\n\nA backup of the Kestrel database is written every night at three o’clock.\n\nOld backups are deleted after fourteen days.\n',
  'reference/limits.md':
    '# Limits\n\nA workspace holds at most 250 members.\n\nUploads larger than 40 MB are rejected with error `E_TOO_LARGE`.\n',
};

const question = (id: string, rest: Partial<DocsQuestion>): DocsQuestion => ({
  id: `kestrel-${id}`,
  type: 'factoid',
  lang: 'en',
  question: '',
  answerable: true,
  keys: [],
  gold: [],
  note: '',
  ...rest,
});

const QUESTIONS = [
  question('001', {
    question: 'Which port does the Kestrel daemon listen on by default?',
    keys: [['7421']],
    gold: [{ doc_id: 'guides/install/index.md', quote: 'The Kestrel daemon listens on port 7421 by default.' }],
    note: '7421.',
  }),
  question('002', {
    type: 'follow-up',
    question: 'And after how many days are old backups deleted?',
    history: [{ role: 'user', text: 'When is a backup of the Kestrel database written?' }],
    keys: [['fourteen', '14'], ['days']],
    gold: [{ doc_id: 'guides/backup/index.md', quote: 'Old backups are deleted after fourteen days.' }],
  }),
  question('003', {
    type: 'troubleshooting',
    question: 'Why are uploads larger than 40 MB rejected with E_TOO_LARGE?',
    keys: [['a word that no page has']],
    gold: [{ doc_id: 'reference/limits.md', quote: 'A sentence that was cut out of this page.' }],
  }),
  question('004', { type: 'unanswerable', question: 'Who invented the bicycle pump?', answerable: false }),
];

describe('the questions of a documentation', () => {
  let parent: string;
  let engines: Engines;
  let evaluated: Evaluated;
  const byId = (id: string) => evaluated.asked.find((one) => one.question.id === `kestrel-${id}`) as Asked;

  beforeAll(async () => {
    parent = mkdtempSync(join(tmpdir(), 'footnote-docs-qa-'));
    for (const [path, text] of Object.entries(PAGES)) {
      const file = join(parent, 'kestrel/files', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    writeFileSync(join(parent, 'kestrel/questions.jsonl'), QUESTIONS.map((one) => `${JSON.stringify(one)}\n`).join(''));
    engines = await openEngines({ embedder: 'builtin', answerer: 'extractive' });
    evaluated = await evaluateDocumentation(engines, loadDocumentation(parent, 'kestrel'));
  });

  afterAll(async () => {
    await engines?.close();
    rmSync(parent, { recursive: true, force: true });
  });

  it('are found in its folder, and in no other', () => {
    expect(documentationNames(parent)).toEqual(['kestrel']);
    expect(documentationNames(join(parent, 'nowhere'))).toEqual([]);
    const { documents, questions } = loadDocumentation(parent, 'kestrel');
    expect(questions).toEqual(QUESTIONS);
    expect(documents.map(({ doc_id, filename }) => [doc_id, filename])).toEqual([
      ['guides/backup/index.md', 'guides__backup__index.md'],
      ['guides/install/index.md', 'guides__install__index.md'],
      ['reference/limits.md', 'reference__limits.md'],
    ]);
  });

  it('are all asked, with those that are off its topic, alone and as follow-ups', () => {
    expect(evaluated.failed).toEqual([]);
    expect(evaluated.asked).toHaveLength(QUESTIONS.length + 2 * OFF_TOPIC.length);
    const later = evaluated.asked.filter(({ question: { type } }) => type === 'off-topic follow-up');
    expect(later).toHaveLength(OFF_TOPIC.length);
    const standalone = QUESTIONS.filter(({ answerable, history }) => answerable && !history);
    for (const { question: asked } of later) {
      expect(asked.history).toEqual([{ role: 'user', text: expect.toBeOneOf(standalone.map((one) => one.question)) }]);
    }
  });

  it('are judged by what the reader gets', () => {
    expect(byId('001')).toMatchObject({
      citedPages: expect.arrayContaining(['guides/install/index.md']),
      judgement: { outcome: 'answered', inResponse: true, inCited: true, rightDocument: true },
      rank: 1,
    });
    expect(byId('002').judgement.inResponse).toBe(true);
    expect(byId('003')).toMatchObject({ judgement: { inResponse: false, rightDocument: true }, rank: 0 });
    expect(byId('004').judgement.outcome).toBe('refused');
  });

  it('are listed where no passage holds their answer', async () => {
    expect(evaluated.missing).toEqual(['kestrel-003']);
    const documentation = loadDocumentation(parent, 'kestrel');
    const bench = await openWorkbench(engines);
    try {
      const half = documentation.documents.filter(({ doc_id }) => doc_id.startsWith('guides'));
      const at = await bench.ingest({ ...documentation, documents: half }, () => {});
      expect(at.documents.size).toBe(2);
      const added = { ...QUESTIONS[0], id: 'moved', gold: [{ doc_id: 'reference/limits.md', quote: '250 members' }] };
      const all = [...QUESTIONS, added as DocsQuestion];
      expect(await withoutPassage(bench, at, all)).toEqual(['kestrel-003', 'moved']);
    } finally {
      await bench.close();
    }
  });

  it('are summed up in tables', () => {
    expect(summarise(evaluated.asked)).toMatchObject({
      answerable: 3,
      inResponse: 2,
      rightDocument: 3,
      wronglyRefused: 0,
      unanswerable: 1,
      handled: 1,
      within: [2, 2, 2, 2],
    });
    expect(documentationTable(evaluated.asked)).toMatch(/^kestrel +3 +2 +\d+ +3 +0 +0 +1 +1 /m);
    expect(typeTable(evaluated.asked)).toMatch(/^follow-up +1 +1 /m);
    expect(typeTable(evaluated.asked)).not.toContain('off-topic');
    expect(certaintyTable(evaluated.asked)).toMatch(/^all +3 +2 +67 % +0$/m);
    expect(certaintyTable(evaluated.asked)).toMatch(/^\d\.\d\d to \d\.\d\d +1 +[01] +(?:100|0) % +0$/m);
    expect(offTopicTable(evaluated.asked)).toMatch(/^kestrel +\d+ % +\d+ +\d+ +\d+ % +\d+ +\d+$/m);
  });

  it('count an unsure answer by what it shows, and as handled where there is none', () => {
    const unsure = (id: string): Asked => {
      const asked = byId(id);
      return { ...asked, judgement: { ...asked.judgement, outcome: 'unsure' } };
    };
    const summary = summarise([unsure('001'), unsure('004')]);
    expect(summary).toMatchObject({ inResponse: 1, wronglyRefused: 0, unsure: 1, unanswerable: 1, handled: 1 });
  });

  it('can be read by eye', () => {
    const text = printed(byId('002'));
    expect(text).toContain('user: When is a backup of the Kestrel database written?');
    expect(text).toContain('keys: fourteen | 14  &  days');
    expect(text).toContain(byId('002').answer.text);
    expect(text).toContain('guides/backup/index.md › Backups');
  });

  it('are compared with an earlier run by their verdicts', () => {
    const path = join(parent, 'before.json');
    writeVerdicts(path, evaluated.asked);
    const before = readVerdicts(path);
    expect(before).toHaveLength(evaluated.asked.length);
    expect(compareVerdicts(before, evaluated.asked)).toBe(`0 of ${before.length} verdicts changed`);
    const other = before.map((line) => (line.id === 'kestrel-001' ? { ...line, verdict: 'refused' } : line));
    expect(compareVerdicts(other, evaluated.asked)).toContain(
      'refused → in response: 1\n  kestrel-001 (factoid) Which port does',
    );
  });
});
