import { describe, expect, it } from 'vitest';
import {
  asksHow,
  hasProcedure,
  opensPage,
  outlineOf,
  stepsAround,
} from '../../../../../server/answering/extractive/excerpts/page-outline.ts';
import type { Block, ChunkRow } from '../../../../../server/store/types.ts';
import { type Part, passage, passageOf } from '../../passages.ts';

const OPENING = passage('Exit nodes send the traffic of a device through another one.', {
  title: 'Exit nodes',
  headings: ['Exit nodes'],
});

/** A page of the opening and a passage for each of these, which stand below its title. */
function page(...passages: [headings: string[], parts: Part[]][]) {
  const rows = passages.map(([headings, parts], at): ChunkRow => {
    const { chunkId: _, ...row } = passageOf(parts, { headings: ['Exit nodes', ...headings], seq: at + 1 });
    return { ...row, id: String(at + 1) } as unknown as ChunkRow;
  });
  return { between: async (_project: string, _source: string, from: number) => rows.slice(from - 1) };
}

const outline = async (...passages: Parameters<typeof page>) => {
  const { sections, procedure } = await outlineOf(page(...passages), 'p', OPENING);
  return { sections, procedure: procedure.map(({ text }) => text) };
};

const prose = (text: string): Part[] => [['paragraph', text]];
const steps = (...texts: string[]): Part[] =>
  texts.map((text, at): Part => ['list-item', `${at + 1}. ${text}`, { depth: 1, ordered: true }]);

describe('a question how something is done', () => {
  it.each([
    ['en', 'How do I use an exit node?'],
    ['en', 'enable exit nodes'],
    ['en', 'exit node for all traffic'],
    ['de', 'Wie richte ich das ein?'],
    ['fr', 'Comment installer le client ?'],
    ['es', '¿Cómo se instala?'],
  ])('is, in %s, “%s”', (language, question) => {
    expect(asksHow(question, [language])).toBe(true);
  });

  it.each([
    ['en', 'What is an exit node?'],
    ['en', 'How many exit nodes may there be?'],
    ['en', 'Does it work offline?'],
    ['de', 'Wie viele Geräte sind erlaubt?'],
    ['es', '¿Qué es un nodo?'],
    ['und', 'exit node'],
    ['ja', '出口ノードの設定'],
  ])('is not, in %s, “%s”', (language, question) => {
    expect(asksHow(question, [language])).toBe(false);
  });

  it('is in the language of the documents where its own is not known', () => {
    expect(asksHow('exit node quickstart', ['und', 'en'])).toBe(true);
  });
});

it('the beginning of a page is its first passage above its sections', () => {
  expect(opensPage(OPENING)).toBe(true);
  expect(opensPage({ ...OPENING, seq: 1 })).toBe(false);
  expect(opensPage({ ...OPENING, headings: ['Exit nodes', 'Use'] })).toBe(false);
});

it('steps and commands tell how something is done', () => {
  const blocks = (parts: Part[]) => parts.map(([kind, , fields]): Block => ({ kind, start: 0, end: 1, ...fields }));
  expect(hasProcedure(blocks(steps('Open it.', 'Press Add.')))).toBe(true);
  expect(hasProcedure(blocks([['code', 'exit up']]))).toBe(true);
  expect(hasProcedure(blocks(steps('Open it.')))).toBe(false);
  expect(
    hasProcedure(
      blocks([
        ['list-item', '- a', { depth: 1 }],
        ['list-item', '- b', { depth: 1 }],
      ]),
    ),
  ).toBe(false);
});

describe('the outline of a page', () => {
  it('has the sections below its title, and the first passage that tells how something is done', async () => {
    const added = await outline(
      [['Concepts', 'Routes'], prose('A route is a way.')],
      [['Concepts', 'Groups'], prose('A group is of devices.')],
      [['Setup'], steps('Open Peers.', 'Press Add.')],
      [['Removal'], steps('Open Peers.', 'Press Delete.')],
    );
    expect(added).toEqual({
      sections: ['Concepts', 'Setup', 'Removal'],
      procedure: ['1. Open Peers.\n\n2. Press Add.'],
    });
  });

  it('has the short sections that share a passage', async () => {
    const several: Part[] = [
      ['heading', 'Kinds', { level: 3 }],
      ['paragraph', 'There are two.'],
      ['heading', 'Removal', { level: 2 }],
      ['paragraph', 'Remove it.'],
      ['heading', 'Limits', { level: 2 }],
      ['paragraph', 'There are none.'],
    ];
    const { sections } = await outline(
      [['Use', 'Ways'], prose('Use it.')],
      [[], several],
      [['Support'], prose('Ask.')],
    );
    expect(sections).toEqual(['Use', 'Removal', 'Limits', 'Support']);
  });

  it('has the sections that are steps, one after the other, as far as there is room', async () => {
    const step = (number: number): Parameters<typeof page>[number] => [
      ['Setup', `${number}. Do this`],
      prose(`${number} `.padEnd(400, 'x')),
    ];
    const first = await outline([['Concepts'], prose('A route.')], step(1), step(2), [['Use'], steps('Go.', 'Stop.')]);
    expect(first.procedure.map((text) => text[0])).toEqual(['1', '2']);
    const long = await outline(step(1), step(2), step(3), step(4));
    expect(long.procedure.map((text) => text[0])).toEqual(['1', '2', '3']);
  });

  it('knows steps by the headings within a passage, too', async () => {
    const several: Part[] = [
      ['heading', '2. Choose', { level: 3 }],
      ['paragraph', 'Choose one.'],
    ];
    const { procedure } = await outline([['Setup', '1. Open'], prose('Open it.')], [['Setup'], several]);
    expect(procedure).toEqual(['Open it.', '2. Choose\n\nChoose one.']);
  });

  it('has no names where there is one section, or as many as fit and a sign', async () => {
    expect((await outline([['Use'], prose('Use it.')])).sections).toEqual([]);
    const many = Array.from({ length: 12 }, (_, at): Parameters<typeof page>[number] => [
      [`Section ${at} ${'x'.repeat(40)}`],
      prose('Text.'),
    ]);
    const { sections } = await outline(...many);
    expect(sections).toHaveLength(5);
    expect(sections.at(-1)).toBe('…');
  });
});

describe('the steps around a passage', () => {
  const rows = page(
    [['Step 1: Make a key'], prose('Press Keys.')],
    [['Step 2: Enable it', 'On Linux'], prose('Press Enable.')],
    [['Step 3: Use it'], prose('Log in.')],
    [['Problems'], prose('Ask us.')],
  );
  const around = (...headings: string[]) => stepsAmong(rows, ...headings);
  const stepsAmong = (among: ReturnType<typeof page>, ...headings: string[]) =>
    stepsAround(
      { between: (project, source) => among.between(project, source, 1) },
      'p',
      passage('Press Enable.', { title: 'Exit nodes', headings: ['Exit nodes', ...headings], seq: 2 }),
    );

  it('are those that the sections of its procedure are named for', async () => {
    expect(await around('Step 2: Enable it', 'On Linux')).toEqual([
      'Step 1: Make a key',
      'Step 2: Enable it',
      'Step 3: Use it',
    ]);
  });

  it('may be numbers alone, but those right below the title are chapters', async () => {
    const numbered = (...above: string[]) =>
      page([[...above, '1. Make a key'], prose('Press Keys.')], [[...above, '2. Enable it'], prose('Press Enable.')]);
    expect(await stepsAmong(numbered('Set it up'), 'Set it up', '2. Enable it')).toEqual([
      '1. Make a key',
      '2. Enable it',
    ]);
    expect(await stepsAmong(numbered(), '2. Enable it')).toEqual([]);
  });

  it('are none where it is in no such section', async () => {
    expect(await around('Problems')).toEqual([]);
  });
});
