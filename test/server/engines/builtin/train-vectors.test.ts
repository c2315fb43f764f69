import { beforeAll, describe, expect, it } from 'vitest';
import { createPooling } from '../../../../server/engines/builtin/pooling.ts';
import { openVectorTable } from '../../../../server/engines/builtin/vector-table.ts';
import { seeded } from '../../../helpers/input/seeded.ts';
import type { CorpusPage } from '../../../research/train-vectors/corpus.ts';
import { type Asked, createPairs } from '../../../research/train-vectors/pairs.ts';
import { toVectorFile } from '../../../research/train-vectors/quantise.ts';
import { readPage } from '../../../research/train-vectors/sections.ts';
import { train } from '../../../research/train-vectors/trainer.ts';

const SEED = 3;
/** So many that a batch rarely holds two sections of one subject. */
const SUBJECTS = 60;
const WORDS_OF_A_SUBJECT = 5;

/** A word of eight letters; two such words are unlikely to share an n-gram. */
const made = (random: () => number) =>
  Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');

/** Each subject has two names, which never occur in the same section, and words that occur with both. */
function subjects(random: () => number): { names: [string, string]; words: string[] }[] {
  return Array.from({ length: SUBJECTS }, (_, number) => ({
    names: number === 0 ? ['cart', 'basket'] : [made(random), made(random)],
    words: Array.from({ length: WORDS_OF_A_SUBJECT }, () => made(random)),
  }));
}

function pagesOf(random: () => number): CorpusPage[] {
  const known = subjects(seeded(SEED));
  return Array.from({ length: 8 * SUBJECTS }, (_, number) => {
    const { names, words } = known[number % SUBJECTS] ?? { names: ['', ''], words: [] };
    const name = names[number % (2 * SUBJECTS) < SUBJECTS ? 0 : 1];
    const word = () => words[Math.floor(random() * words.length)] ?? '';
    const sentence = () => `the ${word()} of the ${name} has the ${word()} and a ${word()}.`;
    const source = `# About the ${name}\n\n${sentence()} ${sentence()} ${sentence()}\n`;
    return { ...readPage('page.md', source), product: 'shop', language: 'en', name: `page ${number}` };
  });
}

/** Questions about the first subject by a word that no page has, and about others by their own names. */
function questions(): Asked[] {
  const known = subjects(seeded(SEED));
  return Array.from({ length: 4 * SUBJECTS }, (_, number) => {
    const word = number % SUBJECTS === 0 ? 'trolley' : (known[number % SUBJECTS]?.names[0] ?? '');
    return { product: 'shop', page: `page ${number}`, section: 1, question: `where is my ${word}` };
  });
}

function trained(): Buffer {
  const random = seeded(SEED);
  const pairs = createPairs(pagesOf(random), questions(), random);
  return toVectorFile(train(pairs, { dimensions: 64, words: 1000, grams: 2048, steps: 3000, batch: 8 }, random));
}

describe('training vectors', () => {
  let bytes: Buffer;
  let vectorOf: (text: string) => Float32Array;
  const likeness = (one: string, other: string) => {
    const right = vectorOf(other);
    return vectorOf(one).reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
  };

  beforeAll(() => {
    bytes = trained();
    vectorOf = createPooling(openVectorTable(bytes));
  });

  it('learns from context that two words are similar that never occur together', () => {
    const others = subjects(seeded(SEED)).slice(1);
    const strangers = others.flatMap(({ names, words }) => [...names, ...words]);
    expect(likeness('cart', 'basket')).toBeGreaterThan(0.3);
    expect(likeness('cart', 'basket')).toBeGreaterThan(Math.max(...strangers.map((word) => likeness('cart', word))));
  });

  it('learns from questions what a word means that no page has', () => {
    const others = subjects(seeded(SEED)).slice(1);
    const own = Math.min(likeness('trolley', 'cart'), likeness('trolley', 'basket'));
    expect(own).toBeGreaterThan(
      Math.max(...others.flatMap(({ names }) => names).map((name) => likeness('trolley', name))),
    );
  });

  it('says which question has no section', () => {
    const asked = { product: 'shop', page: 'page 0', section: 7, question: 'where?' };
    expect(() => createPairs(pagesOf(seeded(SEED)), [asked], seeded(SEED))).toThrow('shop page 0 has no section 7');
  });

  it('writes the same file for the same pages and the same seed', () => {
    expect(trained().equals(bytes)).toBe(true);
  });
});

describe('reading a page for training', () => {
  it('reads headings, front matter, prose and the first lines of code of Markdown', () => {
    const page = readPage(
      'a.mdx',
      [
        '---\ntitle: "Volumes"\ndescription: Where data stays.\n---\n\nimport X from "x"\n\nA [volume](./v.md) keeps **data**.',
        '## Mount `it` {#mount}\n\n:::tip\n\n- One step.\n- Another\n  step.\n\n```sh\nmount -a\n```\n',
      ].join('\n\n'),
    );
    expect(page).toEqual({
      title: 'Volumes',
      description: 'Where data stays.',
      sections: [
        { level: 1, heading: 'Volumes', sentences: ['A volume keeps data .'] },
        { level: 2, heading: 'Mount it', sentences: ['- One step.', '- Another step.', 'mount -a'] },
      ],
    });
  });

  it('reads the underlined headings of reStructuredText by the order of their marks', () => {
    const source = '=====\nTitle\n=====\n\nSome text here.\n\nPart\n----\n\nMore text, see :ref:`that <there>`.\n';
    expect(readPage('a.rst', source).sections).toEqual([
      { level: 1, heading: '', sentences: [] },
      { level: 1, heading: 'Title', sentences: ['Some text here.'] },
      { level: 2, heading: 'Part', sentences: ['More text, see that .'] },
    ]);
  });
});
