import { describe, expect, it } from 'vitest';
import { fitContext } from '../../../../server/answering/context/fit-context.ts';
import { joinPassages, mergeAdjacentPassages } from '../../../../server/answering/context/merge-adjacent-passages.ts';
import { createSupportChecker } from '../../../../server/answering/generation/support/support-check.ts';
import { matchPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import { passage } from '../passages.ts';
import { scriptedGenerator } from '../scripted-generator.ts';

const DOCUMENT = 'The museum opens at nine.\n\nTickets cost 12 euros.\nChildren are free.\n\nDogs stay outside.';

/** The passage of the document that these words are, at its place. */
function piece(text: string, seq: number, changes: Partial<Passage> = {}): Passage {
  const start = DOCUMENT.indexOf(text);
  return passage(text, { seq, start, end: start + text.length, ...changes });
}
const opens = piece('The museum opens at nine.', 0);
const tickets = piece('Tickets cost 12 euros.', 1);
const children = piece('Children are free.', 2);
const dogs = piece('Dogs stay outside.', 3);

const { signal } = new AbortController();

describe('adjacent passages of a document', () => {
  it('become one text as in the document, ranked as the best of them', () => {
    const elsewhere = passage('The library is closed.', { sourceId: 'src_2', seq: 1 });
    const blocks = mergeAdjacentPassages([tickets, elsewhere, children, opens]);
    expect(blocks).toEqual([[opens, tickets, children], [elsewhere]]);
    expect(DOCUMENT).toContain(joinPassages(blocks[0] ?? [opens]).text);
  });

  it.each([
    ['of another document', piece('Children are free.', 2, { sourceId: 'src_2' })],
    ['with a passage between them', dogs],
    ['of another section', piece('Children are free.', 2, { section: 1 })],
    ['with text between them that was left out', { ...children, start: 80, end: 98 }],
    ['where the numbers of their places lie', { ...children, start: 3, end: 21 }],
  ])('do not include those %s', (_, other) => {
    expect(mergeAdjacentPassages([tickets, other])).toEqual([[tickets], [other]]);
  });

  it('become one list and one code block again where a passage ended within them', () => {
    const block = (kind: 'list-item' | 'code', text: string, fields = {}) => ({
      blocks: [{ kind, start: 0, end: text.length, ...fields }],
    });
    const first = piece('Tickets cost 12 euros.', 1, block('list-item', 'Tickets cost 12 euros.', { depth: 1 }));
    const rest = piece(
      'Children are free.',
      2,
      block('list-item', 'Children are free.', { depth: 1, continued: true }),
    );
    const other = piece('Dogs stay outside.', 3, block('list-item', 'Dogs stay outside.', { depth: 1 }));
    const { text, blocks } = joinPassages([first, rest, other]);
    expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Tickets cost 12 euros.\nChildren are free.',
      'Dogs stay outside.',
    ]);
  });

  it('are shown to a model under one number, without repeated text', async () => {
    const generator = scriptedGenerator(() => '', { budget: { prompt: 800, answer: 200, message: 8 } });
    const terms = {
      own: ['ticket'],
      carried: [],
      weights: new Map([['ticket', 1]]),
      roles: new Map(),
      forms: new Map(),
      compounds: [],
      unknown: [],
      words: [],
      prefixIndex: new Map(),
      chunks: 1,
    };
    const read = [tickets, dogs, opens].map((one) => matchPassage(one, terms));
    const question = { text: 'What do tickets cost?', language: 'en', history: [] };
    const { messages, shown } = await fitContext(generator, question, read, signal);
    expect(shown).toEqual([[opens, tickets], [dogs]]);
    const prompt = messages.at(-1)?.text ?? '';
    expect(prompt).toContain('The museum opens at nine.\n\nTickets cost 12 euros.\n</passage>');
    expect(prompt.match(/<passage number="\d"/g)).toEqual(['<passage number="1"', '<passage number="2"']);
    expect(prompt.split('Tickets cost 12 euros.')).toHaveLength(2);
  });

  it('are cited separately and verbatim', async () => {
    const support = createSupportChecker([[opens, tickets, children], [dogs]], 'What do tickets cost?', null, signal);
    const [found, ...more] = await support.findSupport('A ticket costs 12 euros.', [1]);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ number: 1, passage: tickets });
    expect(DOCUMENT.slice(tickets.start + (found?.start ?? 0), tickets.start + (found?.end ?? 0))).toBe(
      'Tickets cost 12 euros.',
    );
    expect(await support.findSupport('A ticket costs 13 euros.', [1])).toEqual([]);
    expect(await support.findSupport('Dogs stay outside.', [1])).toMatchObject([{ number: 2, passage: dogs }]);
    expect(await support.findSupport('Dogs stay outside.', [7])).toMatchObject([{ number: 2, passage: dogs }]);
  });
});
