import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { weigh } from '../../../../server/answering/query/query-terms.ts';
import { describePassages } from '../../../../server/answering/retrieval/feature-rerank.ts';
import { type MatchedPassage, matchPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import { searchScale } from '../../../../server/answering/retrieval/ranking-features.ts';
import { SHIPPED } from '../../../../server/answering/retrieval/search.ts';
import { readQuestion } from '../../../../server/language/read-question.ts';
import { passage } from '../../../server/answering/passages.ts';
import { OFF_TOPIC } from '../docs-qa/off-topic.ts';
import { crossValidate, scoreTable, train } from './cross-validate.ts';
import type { Example, Kind } from './examples.ts';
import { chooseThresholds, fitRanking, fitWeights, probabilityOf, rankOf } from './fit.ts';
import { DOCUMENTATIONS, digestOf, isThere, type Manifest, readManifest } from './manifest.ts';
import { TRAINING_OFF_TOPIC } from './off-topic.ts';
import { FILES, heldOutWeights, renderWeightsFile, writeHeldOutWeights } from './weights-file.ts';
import { askedTwice } from './written-examples.ts';

const SUBJECTS = ['ferry', 'museum', 'bakery', 'harbour', 'school', 'library', 'market', 'chapel'];
const SETS = ['north', 'south', 'west'];

const MANIFEST: Manifest = {
  ...readManifest(),
  sets: SETS.map((name) => ({ name, ranking: 1, certainty: 1, thresholds: true })),
  // Small sets: what is refused at most is less than one question.
  thresholds: { ...readManifest().thresholds, refuse: { answerable: 0.05, read: 0.05 } },
};

/** The right passage is the one whose heading is asked for, though the search has the other first. */
function example(set: string, subject: string, question: string, kind: Kind, context = ''): Example {
  const roles = readQuestion(question, ['en']).roles;
  const carried = context === '' ? [] : [...readQuestion(context, ['en']).roles.keys()];
  const counts = new Map([...roles.keys(), ...carried].map((term) => [term, 1]));
  const terms = weigh(roles, carried, 100, counts);
  const passages = [
    passage('It opens on Monday, and nobody knows why.', { title: 'News', headings: ['Monday'], score: 1 }),
    passage(`It opens at five. Come to the ${subject} by boat.`, { title: '', headings: [subject], score: 0.8 }),
  ].map((one, at) => ({ ...one, chunkId: `${set} ${subject} ${at}` }));
  const matches = passages.map((one) => matchPassage(one, terms));
  return {
    set,
    group: set,
    kind,
    repeated: false,
    terms,
    passages: describePassages(
      matches,
      terms,
      searchScale(question, matches),
      read(matches, question.includes(subject)),
    ),
    right: new Set(kind === 'answerable' ? [`${set} ${subject} 1`] : []),
  };
}

const READ_WELL = { words: 0.6, weakest: 0.5, whole: 0.7 };
const READ_BADLY = { words: 0.3, weakest: 0.1, whole: 0.4 };

/** The reader finds the words of a question about the subject in the second passage. */
const read = (passages: MatchedPassage[], isAsked: boolean) =>
  new Map(
    passages.map(({ passage: { chunkId } }, at) => {
      const score = isAsked && at === 1 ? READ_WELL : READ_BADLY;
      return [chunkId, { whole: score, own: score }];
    }),
  );

const EXAMPLES = SETS.flatMap((set) =>
  SUBJECTS.flatMap((subject) => [
    example(set, subject, `When does the ${subject} open?`, 'answerable'),
    example(set, subject, 'And by boat?', 'answerable', `Where is the ${subject}?`),
    example(set, subject, `Which glacier covers Greenland on Monday?`, 'off-topic'),
    example(set, subject, 'Which glacier covers Greenland?', 'off-topic', `Where is the ${subject}?`),
    example(set, subject, `Does the ${subject} sell insurance against glaciers?`, 'unanswerable'),
  ]),
);

describe('a training', () => {
  const trained = fitWeights(EXAMPLES, MANIFEST);

  it('learns what tells the right passage from the other', () => {
    expect(trained.ranking.headingCoverage + trained.ranking.headingMatch).toBeGreaterThan(1);
    for (const one of EXAMPLES.filter(({ right }) => right.size > 0)) expect(rankOf(one, trained)).toBe(1);
  });

  it('counts what the reader says where it has read the passages, and nowhere else', () => {
    expect(trained.ranking.lateInteraction).toBe(0);
    expect(fitRanking(EXAMPLES, MANIFEST, 'reader').lateInteraction).toBeGreaterThan(0);
  });

  it('learns what tells a question that is answered from one that is not, alone and as a follow-up', () => {
    const lowest = Math.min(...EXAMPLES.filter(isOf('answerable')).map((one) => probabilityOf(one, trained)));
    for (const one of EXAMPLES.filter(isOf('off-topic'))) expect(probabilityOf(one, trained)).toBeLessThan(lowest);
  });

  it('comes to the same each time, to the last digit', () => {
    expect(fitWeights(EXAMPLES, MANIFEST)).toEqual(trained);
  });

  it('leaves a set out of what the manifest does not use it for', () => {
    const [first, ...others] = MANIFEST.sets;
    const without: Manifest = { ...MANIFEST, sets: [{ name: 'north', certainty: 1 }, ...others] };
    expect(first?.name).toBe('north');
    const rest = EXAMPLES.filter(({ set }) => set !== 'north');
    expect(fitRanking(EXAMPLES, without)).toEqual(fitRanking(rest, MANIFEST));
  });

  it('is scored on sets that it has not seen', () => {
    const folds: string[] = [];
    const { words, reader, heldOut } = crossValidate({ words: EXAMPLES, reader: EXAMPLES }, MANIFEST, (set) =>
      folds.push(set),
    );
    const { scored, thresholds } = words;
    expect(folds).toEqual(SETS);
    expect(scored).toHaveLength(EXAMPLES.length);
    expect(reader.scored).toHaveLength(EXAMPLES.length);
    const south = EXAMPLES.filter(({ set }) => set === 'south');
    const unseen = fitWeights(
      EXAMPLES.filter(({ set }) => set !== 'south'),
      MANIFEST,
    );
    expect(scored.filter(({ example: { set } }) => set === 'south').map(({ probability }) => probability)).toEqual(
      south.map((one) => probabilityOf(one, unseen)),
    );
    expect(heldOut.get('south')).toEqual(
      train(
        {
          words: EXAMPLES.filter(({ set }) => set !== 'south'),
          reader: EXAMPLES.filter(({ set }) => set !== 'south'),
        },
        MANIFEST,
      ),
    );
    const table = scoreTable(scored, thresholds).split('\n');
    expect(table).toHaveLength(1 + SETS.length);
    expect(table[1]).toMatch(/^north +100 % +100 % +100 % +0 % /);
  });
});

const isOf = (kind: Kind) => (one: Example) => one.kind === kind;

describe('a written question', () => {
  const terms = weigh(readQuestion('When does the ferry open?', ['en']).roles, [], 100, new Map());
  const found = ['It opens at five.', 'Tickets are sold on board.', 'The museum opens at ten.'].map((text, at) => ({
    ...passage(text, { title: '', headings: [], score: 1 }),
    chunkId: `${at}`,
    sourceId: at < 2 ? 'ferry' : 'museum',
  }));
  const matches = found.map((one) => matchPassage(one, terms));
  const passages = describePassages(matches, terms, searchScale('When does the ferry open?', matches));
  const written = { product: 'a/b', page: 'ferry.md', passages: ['It opens'], question: 'When does the ferry open?' };
  const asked = askedTwice('a/b', written, terms, passages, ({ match }) => match.passage.sourceId === 'ferry');
  const ids = ({ passages: some }: Example) => some.map(({ match }) => match.passage.chunkId);

  it('is asked of all that is found, of which one passage of its page answers, and without its page', () => {
    expect(asked.map((one) => [one.kind, ids(one), [...one.right]])).toEqual([
      ['answerable', ['0', '1', '2'], ['0']],
      ['unanswerable', ['2'], []],
    ]);
  });
});

describe('the thresholds', () => {
  it('lie above the shares that the manifest names, of the sets that it names', () => {
    const [north, south] = ['north', 'south'].map((set) => example(set, 'ferry', 'ferry', 'answerable'));
    if (!north || !south) throw new Error('There are no examples.');
    const judged = Array.from({ length: 100 }, (_, at) => [
      { example: north, probability: 0.5 + at / 1000 },
      { example: { ...north, kind: 'unanswerable' as const }, probability: at / 100 },
      { example: south, probability: 0.01 },
    ]).flat();
    const manifest: Manifest = {
      ...MANIFEST,
      sets: [{ name: 'north', thresholds: true }],
      thresholds: {
        refuse: { answerable: 0.06, read: 0.03 },
        sure: { unanswerable: 0.67 },
        askModel: { answerable: 0.01, read: 0.005 },
      },
    };
    expect(chooseThresholds(judged, manifest)).toEqual({ refuse: 0.506, sure: 0.67, askModel: 0.501 });
    expect(chooseThresholds(judged, manifest, 'reader')).toMatchObject({ refuse: 0.503, askModel: 0.5 });
  });
});

describe('the file of weights', () => {
  it.each(['builtin', 'model'] as const)(
    'of the %s vectors says what it was made of, and holds what was found',
    async (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'footnote-weights-'));
      try {
        const path = join(folder, 'weights.ts');
        const text = renderWeightsFile(kind, SHIPPED[kind], {
          date: '2030-01-02',
          vectors: 'the vectors of a kite',
          sets: [{ name: 'docs-qa/kestrel', digest: 'abcdef012345' }],
          scores: { words: 'one\ntwo', reader: 'three' },
        });
        expect(text).toMatch(
          /on 2030-01-02, with the vectors of a kite;[\s\S]*docs-qa\/kestrel abcdef012345[\s\S]* {3}one\n[\s\S]* {3}two\n[\s\S]* {3}three\n/,
        );
        writeFileSync(path, text);
        const { words, reader } = FILES[kind].names;
        expect(await import(path)).toMatchObject({ [words]: SHIPPED[kind].words, [reader]: SHIPPED[kind].reader });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('the weights that an evaluation takes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-held-out-'));
  const files = { builtin: join(folder, 'builtin.json'), model: join(folder, 'model.json') };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those that were trained without the documentation', () => {
    const { builtin, model } = SHIPPED;
    const other = { ...builtin, words: { ...builtin.words, thresholds: { refuse: 0.1, sure: 0.2, askModel: 0.05 } } };
    writeHeldOutWeights(
      new Map([
        ['docs-qa/kestrel', other],
        ['clapnq', builtin],
      ]),
      files.builtin,
    );
    writeHeldOutWeights(new Map([['docs-qa/kestrel', model]]), files.model);
    expect(heldOutWeights('kestrel', files)).toEqual({ builtin: other, model });
  });

  it('are none where no training has seen it', () => {
    expect(heldOutWeights('osprey', files)).toBeNull();
    expect(heldOutWeights('kestrel', { ...files, model: join(folder, 'missing.json') })).toBeNull();
  });

  it('are there for each documentation of the manifest, with a weight for every feature', () => {
    for (const { name } of readManifest().sets.filter((set) => set.name.startsWith(DOCUMENTATIONS))) {
      const heldOut = heldOutWeights(name.slice(DOCUMENTATIONS.length));
      for (const kind of ['builtin', 'model'] as const) {
        for (const reading of ['words', 'reader'] as const) {
          const [trained, shipped] = [heldOut?.[kind][reading], SHIPPED[kind][reading]];
          expect(Object.keys(trained?.ranking ?? {})).toEqual(Object.keys(shipped.ranking));
          expect(Object.keys(trained?.certainty.followUp ?? {})).toEqual(Object.keys(shipped.certainty.followUp));
          expect(trained).not.toEqual(shipped);
        }
      }
    }
  });
});

describe('the manifest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-manifest-'));
  const write = (text: string) => writeFileSync(join(folder, 'docs-qa/kestrel/questions.jsonl'), text);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('knows the sets that are there, and each by its content', () => {
    mkdirSync(join(folder, 'docs-qa/kestrel'), { recursive: true });
    write('{}\n');
    expect(isThere(folder, 'docs-qa/kestrel')).toBe(true);
    expect(isThere(folder, 'docs-qa/osprey')).toBe(false);
    const before = digestOf(folder, 'docs-qa/kestrel');
    expect(before).toMatch(/^[0-9a-f]{12}$/);
    expect(digestOf(folder, 'docs-qa/kestrel')).toBe(before);
    write('{}\n{}\n');
    expect(digestOf(folder, 'docs-qa/kestrel')).not.toBe(before);
  });

  it('trains on other off-topic questions than those that the evaluation asks', () => {
    expect(new Set(TRAINING_OFF_TOPIC).size).toBeGreaterThanOrEqual(60);
    expect(TRAINING_OFF_TOPIC.filter((question) => OFF_TOPIC.includes(question))).toEqual([]);
  });
});
