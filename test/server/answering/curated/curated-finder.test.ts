import { describe, expect, it } from 'vitest';
import { createCuratedFinder } from '../../../../server/answering/curated/curated-finder.ts';
import type { EngineId } from '../../../../server/engines/engine-id.ts';
import type { Embedder } from '../../../../server/engines/types.ts';
import type { CuratedAnswerRow, LiveCuratedAnswer, WordingVectors } from '../../../../server/store/types.ts';

const signal = new AbortController().signal;
const FIRST = { isFollowUp: false, signal };

function row(id: string, question: string, wordings: string[] = []): LiveCuratedAnswer {
  const times = { expiresAt: null, reviewAt: null, lastUsedAt: null, createdAt: 1, updatedAt: 1 };
  const own: CuratedAnswerRow = {
    id,
    projectId: 'p',
    question,
    wordings,
    answer: `Answer ${id}.`,
    enabled: true,
    uses: 0,
    ...times,
  };
  return { ...own, vectors: null };
}

/** A store with these answers, which counts what is read and keeps the vectors that it is given. */
function storeOf(rows: LiveCuratedAnswer[]) {
  const vectors = new Map<string, WordingVectors>();
  const world = { rows, revision: '1', reads: 0, vectors };
  const store = {
    documents: { languages: async () => ['en'] },
    curatedAnswers: {
      revision: async () => (world.rows.length === 0 ? null : world.revision),
      live: async () => {
        world.reads += 1;
        return world.rows.map((one) => ({ ...one, vectors: vectors.get(one.id) ?? null }));
      },
      setVectors: async (_: string, id: string, __: number, made: WordingVectors) => {
        vectors.set(id, made);
      },
    },
  };
  return { world, store };
}

/** A model whose vectors say which subject a text is about, by the subjects' words. */
function modelOf(id: EngineId, subjects: string[][]) {
  const embedded: string[] = [];
  const model = { available: true, embedded };
  // What is about none of them has a direction of its own.
  const others = new Map<string, number>();
  const directionOf = (text: string) => {
    const about = subjects.findIndex((words) => words.some((word) => text.toLowerCase().includes(word)));
    if (about !== -1) return about;
    if (!others.has(text)) others.set(text, subjects.length + others.size);
    return others.get(text) ?? 0;
  };
  const dimensions = 100;
  const embedder: Embedder = {
    ...{ id, engine: 'transformers', model: id, semantic: true, dimensions },
    async embed(texts) {
      if (!model.available) return [];
      embedded.push(...texts);
      return texts.map((text) => {
        const direction = directionOf(text);
        return Float32Array.from({ length: dimensions }, (_, at) => Number(at === direction));
      });
    },
    ready: async () => true,
    close: async () => undefined,
  };
  return { embedder, model };
}

const find = (finder: ReturnType<typeof createCuratedFinder>, question: string) =>
  finder.find('p', question, FIRST).then((found) => found?.id ?? null);

describe('the finder of curated answers', () => {
  const PAIRS: [asked: string, found: string | null][] = [
    ['Do you ship to Chile?', 'chile'],
    ['do you ship to chile', 'chile'],
    ['Can you ship to Chile please', 'chile'],
    ['Do you ship to Norway?', null],
    ['Where does Chile lie?', null],
    ['What PHP version does version 12 require?', 'twelve'],
    ['What PHP version does version 13 require?', null],
    ['How do I retry failed jobs?', 'jobs'],
    ['How do I delete failed jobs?', null],
    ['Hello', null],
  ];
  it.each(PAIRS)('tells by words of the same meaning what is asked: %s → %s', async (asked, found) => {
    const { store } = storeOf([
      row('chile', 'Do you ship to Chile?'),
      row('twelve', 'What PHP version does version 12 require?'),
      row('jobs', 'How do I retry all failed jobs?', ['Put failed jobs back on the queue']),
    ]);
    expect(await find(createCuratedFinder({ store, embedder: () => null, now: () => 1 }), asked)).toBe(found);
  });

  it('reads the answers again only after a change, and uses none that has expired', async () => {
    const { store, world } = storeOf([{ ...row('a', 'Is the pool open?'), expiresAt: 100 }]);
    let now = 99;
    const finder = createCuratedFinder({ store, embedder: () => null, now: () => now });
    expect(await find(finder, 'Is the pool open?')).toBe('a');
    expect([await find(finder, 'is the POOL open'), world.reads]).toEqual(['a', 1]);
    now = 100;
    expect(await find(finder, 'Is the pool open?')).toBeNull();
    world.rows = [row('b', 'Is the pool open?')];
    world.revision = '2';
    expect([await find(finder, 'Is the pool open?'), world.reads]).toEqual(['b', 2]);
  });

  it('finds an answer by the vectors of a model, and embeds it anew for another model', async () => {
    const subjects = [
      ['pup', 'hound'],
      ['return', 'send something back'],
    ];
    const { store, world } = storeOf([row('a', 'May I come with a puppy?')]);
    const first = modelOf('transformers:model-1', subjects);
    const second = modelOf('transformers:model-2', subjects);
    let current = first;
    const finder = createCuratedFinder({ store, embedder: () => current.embedder, now: () => 1 });
    expect(await find(finder, 'Is my hound welcome?')).toBe('a');
    expect(world.vectors.get('a')?.embedder).toBe('transformers:model-1');
    const embedded = first.model.embedded.length;
    await find(finder, 'Are hounds welcome?');
    expect(first.model.embedded.slice(embedded)).toEqual(['Are hounds welcome?']);

    current = second;
    expect(await find(finder, 'Is my hound welcome?')).toBe('a');
    expect(world.vectors.get('a')?.embedder).toBe('transformers:model-2');
    // A server that starts again finds the vectors in the store.
    const restarted = createCuratedFinder({ store, embedder: () => second.embedder, now: () => 1 });
    second.model.embedded.length = 0;
    expect(await find(restarted, 'Is my hound welcome?')).toBe('a');
    expect(second.model.embedded).not.toContain('May I come with a puppy?');
  });

  it.each<[asked: string, found: string | null]>([
    ['Which PHP version does version 12 need?', 'twelve'],
    ['Which PHP version is needed?', null],
    ['Which PHP version does version 12 need on Debian 13?', null],
  ])('finds no answer by vectors that has another name or number: %s → %s', async (asked, found) => {
    const { store } = storeOf([row('twelve', 'What PHP version does version 12 require?')]);
    const { embedder } = modelOf('transformers:model-1', [['php']]);
    expect(await find(createCuratedFinder({ store, embedder: () => embedder, now: () => 1 }), asked)).toBe(found);
  });

  it('finds by words while the model does not answer, and by vectors when it does again', async () => {
    const { store } = storeOf([row('a', 'May I come with a puppy?')]);
    const { embedder, model } = modelOf('transformers:model-1', [
      ['pup', 'hound'],
      ['return', 'send something back'],
    ]);
    const finder = createCuratedFinder({ store, embedder: () => embedder, now: () => 1 });
    model.available = false;
    expect(await find(finder, 'May I come with a puppy')).toBe('a');
    expect(await find(finder, 'Is my hound welcome?')).toBeNull();
    model.available = true;
    expect(await find(finder, 'Is my hound welcome?')).toBe('a');
  });
});
