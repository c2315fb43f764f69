import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ContextualizedQuery } from '../../../../server/answering/query/contextualize-query.ts';
import { createQuestionReader, type Patience } from '../../../../server/answering/retrieval/question-reader.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import type { Reader } from '../../../../server/engines/types.ts';
import type { ReadChunk } from '../../../../server/store/types.ts';
import { passage } from '../passages.ts';

const PASSAGES = ['first', 'second', 'third'].map((text) => passage(text, { chunkId: text }));
const QUERY = { text: 'How long?', context: '', language: 'en' };
const { signal } = new AbortController();
const CODES = new Map(PASSAGES.map(({ chunkId }, at) => [chunkId, Uint8Array.of(at + 1)]));

const matchOf = (score: number) => ({ words: score, weakest: score / 2, whole: score / 4 });

/** A reader that scores a passage by the first byte of its codes, and counts double for a question of two lines. */
function aReader(changes: Partial<Reader> = {}): Reader & { asked: string[][] } {
  const asked: string[][] = [];
  return {
    asked,
    id: 'tiny/1',
    languages: ['en', 'und'],
    notice: () => null,
    read: async () => [],
    async embed(question) {
      asked.push([question]);
      return Float32Array.of(question.length);
    },
    async compare(questions, passages) {
      asked.push(questions);
      return questions.map((question) =>
        passages.map(([first = 0]) => matchOf((question.includes('refund') ? 2 : 1) * first)),
      );
    },
    ready: async () => true,
    close: async () => undefined,
    ...changes,
  };
}

/** What was stored of what it read is in `stored`. `compare` finds the passages in the order of its words. */
function matcher(reader: Reader, codes: ReadonlyMap<string, Uint8Array> = CODES, patience?: Patience) {
  const stored: ReadChunk[] = [];
  const questionReader = createQuestionReader(
    reader,
    {
      wordCodes: {
        any: async () => codes.size > 0,
        byIds: async (_project, ids) => new Map([...codes].filter(([id]) => ids.includes(id))),
        async add(_reader, read) {
          stored.push(...read);
        },
      },
    },
    patience,
  );
  return {
    stored,
    embed: questionReader.embed,
    compare: (
      projectId: string,
      query: ContextualizedQuery,
      passages: Passage[],
      asked: AbortSignal,
      readAhead = true,
    ) =>
      questionReader.compare(
        projectId,
        query,
        passages,
        { byWords: () => passages, readAhead, own: query.text },
        asked,
      ),
  };
}

/** A comparison that ends when it is aborted. */
const never: Reader['compare'] = (_questions, _passages, aborted) =>
  new Promise((_, reject) => aborted.addEventListener('abort', () => reject(aborted.reason)));

describe('what the words of a question meet in passages', () => {
  it('is a score of each passage', async () => {
    const matches = await matcher(aReader()).compare('prj_1', QUERY, PASSAGES, signal);
    expect([...(matches ?? [])]).toEqual([
      ['first', { whole: matchOf(1), own: matchOf(1) }],
      ['second', { whole: matchOf(2), own: matchOf(2) }],
      ['third', { whole: matchOf(3), own: matchOf(3) }],
    ]);
  });

  it('is measured for a follow-up with what was asked before it, and by itself', async () => {
    const reader = aReader();
    const context = 'Can I have a refund?\nWhat does it cost?';
    const matches = await matcher(reader).compare('prj_1', { ...QUERY, context }, PASSAGES, signal);
    expect(reader.asked).toEqual([['What does it cost? Can I have a refund? How long?', 'How long?']]);
    expect(matches?.get('third')).toEqual({ whole: matchOf(6), own: matchOf(3) });
  });

  it('is the mean of the others for a passage that has not been read', async () => {
    const many = Array.from({ length: 10 }, (_, at) => passage(`passage ${at}`));
    const codes = new Map(many.slice(1).map(({ chunkId }, at) => [chunkId, Uint8Array.of(at + 1)]));
    const matches = await matcher(aReader(), codes).compare('prj_1', QUERY, many, signal);
    expect(matches?.get('passage 0')).toEqual({ whole: matchOf(5), own: matchOf(5) });
  });

  it('counts passages in other languages than the reader’s for nothing', async () => {
    const [first, ...others] = PASSAGES;
    const some = [first, ...others.map((one) => ({ ...one, language: 'de' }))].filter((one) => one !== undefined);
    const matches = await matcher(aReader(), new Map([...CODES].slice(0, 1))).compare('prj_1', QUERY, some, signal);
    expect(matches?.get('third')).toEqual({ whole: matchOf(1), own: matchOf(1) });
  });

  it('is read where the language of the question cannot be told', async () => {
    expect(await matcher(aReader()).compare('prj_1', { ...QUERY, language: 'und' }, PASSAGES, signal)).not.toBeNull();
  });
});

describe('the first passages that a question’s words find', () => {
  const many = Array.from({ length: 30 }, (_, at) => passage(`text ${at}`, { chunkId: `${at}`, headings: ['Guide'] }));
  /** A reader that takes so many milliseconds a passage, by a clock that stands still otherwise. */
  function aSlowReader(milliseconds: number): Reader & { texts: string[] } {
    const texts: string[] = [];
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const read: Reader['read'] = async ([text = ''], _signal, options) => {
      expect(options).toEqual({ ahead: true });
      now += milliseconds;
      texts.push(text);
      return [{ codes: Uint8Array.of(texts.length), mean: Uint8Array.of(0) }];
    };
    return Object.assign(aReader({ read }), { texts });
  }
  const patience = { requests: 4, running: 60_000, starting: 60_000, rest: 0, reading: 250 };
  afterEach(() => vi.restoreAllMocks());

  it('are read for it where few have been, and compared', async () => {
    const reader = aSlowReader(10);
    const match = matcher(reader, new Map([['1', Uint8Array.of(40)]]), patience);
    const matches = await match.compare('prj_1', QUERY, many, signal);
    expect(reader.texts).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `Guide\ntext ${at}`));
    expect(matches?.get('1')).toEqual({ whole: matchOf(40), own: matchOf(40) });
    expect(matches?.get('9')).toEqual({ whole: matchOf(9), own: matchOf(9) });
    expect(matches?.get('10')).toEqual({ whole: matchOf(8.5), own: matchOf(8.5) });
    expect(match.stored.map(({ chunkId }) => chunkId)).toEqual(['0', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('are read as long as there is time', async () => {
    const reader = aSlowReader(100);
    expect((await matcher(reader, new Map(), patience).compare('prj_1', QUERY, many, signal))?.size).toBe(30);
    expect(reader.texts).toHaveLength(3);
  });

  it('serve the next question where there was too little time to compare them', async () => {
    const match = matcher(aSlowReader(130), new Map(), patience);
    expect(await match.compare('prj_1', QUERY, many, signal)).toBeNull();
    expect(match.stored.map(({ chunkId }) => chunkId)).toEqual(['0', '1']);
  });

  it('are read for one question at a time', async () => {
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    let texts = 0;
    const read: Reader['read'] = async () => {
      texts += 1;
      await wait;
      return [{ codes: Uint8Array.of(1), mean: Uint8Array.of(0) }];
    };
    const match = matcher(aReader({ read }), new Map(), patience);
    const first = match.compare('prj_1', QUERY, many, signal);
    expect(await match.compare('prj_1', QUERY, many, signal)).toBeNull();
    expect(texts).toBe(1);
    go();
    expect(await first).not.toBeNull();
  });

  it('are not read, and compared only if they have been, where a question may not read ahead', async () => {
    const reader = aSlowReader(10);
    expect(await matcher(reader, new Map(), patience).compare('prj_1', QUERY, many, signal, false)).toBeNull();
    const first = new Map(many.slice(0, 3).map(({ chunkId }) => [chunkId, Uint8Array.of(2)]));
    expect((await matcher(reader, first, patience).compare('prj_1', QUERY, many, signal, false))?.size).toBe(30);
    expect(reader.texts).toEqual([]);
  });

  it('are those in the reader’s languages', async () => {
    const reader = aSlowReader(10);
    const some = many.map((one, at) => (at % 2 === 0 ? one : { ...one, language: 'de' }));
    await matcher(reader, new Map(), patience).compare('prj_1', QUERY, some, signal);
    expect(reader.texts).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18].map((at) => `Guide\ntext ${at}`));
  });
});

describe('the vector of a question', () => {
  it('is that of a follow-up with the question before it and the one that says what it is about', async () => {
    const reader = aReader();
    expect(await matcher(reader).embed('prj_1', QUERY, signal)).toEqual(Float32Array.of('How long?'.length));
    await matcher(reader).embed('prj_1', { ...QUERY, context: 'Can I have a refund?\nWhat does it cost?' }, signal);
    expect(reader.asked).toEqual([['How long?'], ['What does it cost? Can I have a refund? How long?']]);
  });

  it('is that of all of a follow-up, whatever was asked before it', async () => {
    const reader = aReader();
    const told = (word: string) => `${`${word} `.repeat(80)}?`;
    for (const context of [told('refund'), `${told('refund')}\n${told('cost')}`, `How much?\n${told('cost')}`])
      await matcher(reader).embed('prj_1', { ...QUERY, context }, signal);
    for (const [asked = ''] of reader.asked) {
      expect(asked.endsWith(' How long?')).toBe(true);
      // 64 tokens, which is what the reader reads of a question.
      expect(asked.split(' ').length).toBeLessThan(62);
    }
    expect(reader.asked[1]?.[0]).toMatch(/^cost cost .* cost How long\?$/);
    const long = told('long');
    await matcher(reader).embed('prj_1', { ...QUERY, text: long, context: 'What does it cost?' }, signal);
    expect(reader.asked.at(-1)).toEqual([long]);
  });

  it.each([
    ['before anything has been read', aReader(), new Map(), QUERY],
    ['in another language than the reader has learned', aReader(), CODES, { ...QUERY, language: 'de' }],
    ['where the reader fails', aReader({ embed: () => Promise.reject(new Error('gone')) }), CODES, QUERY],
  ] as const)('is missing %s', async (_, reader, codes, query) => {
    expect(await matcher(reader, codes).embed('prj_1', query, signal)).toBeNull();
  });
});

describe('a question is ranked without its words', () => {
  it.each([
    ['where the first passages have not been read, and cannot be', aReader(), new Map([...CODES].slice(1)), QUERY],
    ['where nothing has been read', aReader(), new Map(), QUERY],
    ['in another language than the reader has learned', aReader(), CODES, { ...QUERY, language: 'de' }],
    ['where the reader fails', aReader({ compare: () => Promise.reject(new Error('gone')) }), CODES, QUERY],
  ] as const)('%s', async (_, reader, codes, query) => {
    expect(await matcher(reader, codes).compare('prj_1', query, PASSAGES, signal)).toBeNull();
  });

  it('where nothing was found', async () => {
    expect(await matcher(aReader()).compare('prj_1', QUERY, [], signal)).toBeNull();
  });

  it('where the reader takes too long', async () => {
    const patience = { requests: 4, running: 0, starting: 0, rest: 0, reading: 60_000 };
    expect(
      await matcher(aReader({ compare: never }), CODES, patience).compare('prj_1', QUERY, PASSAGES, signal),
    ).toBeNull();
  });

  it('for a while after the reader was late', async () => {
    let calls = 0;
    const compare: Reader['compare'] = (...asked) => {
      calls += 1;
      return never(...asked);
    };
    const patience = { requests: 4, running: 0, starting: 0, rest: 60_000, reading: 60_000 };
    const match = matcher(aReader({ compare }), CODES, patience);
    for (let asked = 0; asked < 3; asked += 1) expect(await match.compare('prj_1', QUERY, PASSAGES, signal)).toBeNull();
    expect(calls).toBe(1);
  });

  it('where another question waits for the reader to start', async () => {
    const patience = { requests: 4, running: 60_000, starting: 60_000, rest: 0, reading: 60_000 };
    const match = matcher(aReader({ compare: never }), CODES, patience);
    const leaving = new AbortController();
    const first = match.compare('prj_1', QUERY, PASSAGES, leaving.signal);
    expect(await match.compare('prj_1', QUERY, PASSAGES, signal)).toBeNull();
    leaving.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
  });

  it('where more questions are with the reader than it may have', async () => {
    const patience = { requests: 2, running: 60_000, starting: 60_000, rest: 0, reading: 60_000 };
    let isBusy = false;
    const reader = aReader();
    const compare: Reader['compare'] = (...asked) => (isBusy ? never : reader.compare)(...asked);
    const match = matcher({ ...reader, compare }, CODES, patience);
    expect(await match.compare('prj_1', QUERY, PASSAGES, signal)).not.toBeNull();
    isBusy = true;
    const leaving = new AbortController();
    const waiting = [1, 2].map(() => match.compare('prj_1', QUERY, PASSAGES, leaving.signal));
    await new Promise(setImmediate);
    expect(await match.compare('prj_1', QUERY, PASSAGES, signal)).toBeNull();
    leaving.abort(new Error('left'));
    for (const one of waiting) await expect(one).rejects.toThrow('left');
  });
});
