import { describe, expect, it } from 'vitest';
import { quoteExcerpts } from '../../../../server/answering/extractive/quote-excerpts.ts';
import type { Excerpt } from '../../../../server/answering/extractive/render-excerpt.ts';
import type { CitedPassage, Passage } from '../../../../server/answering/types.ts';
import { passage } from '../passages.ts';

async function quote(excerpts: Excerpt[], lead = ''): Promise<{ text: string; citations: CitedPassage[] }> {
  const answer: { text: string; citations: CitedPassage[] } = { text: '', citations: [] };
  const more = (count: number | null) => `… ${count} more`;
  for await (const event of quoteExcerpts(excerpts, { lead, closing: '', more }, undefined)) {
    if (event.type === 'text') answer.text += event.delta;
    if (event.type === 'citations') answer.citations = event.citations;
  }
  return answer;
}

const whole = (one: Passage): Excerpt => ({ passage: one, start: 0, end: one.text.length, key: null });

/** The headings in an answer that quotes these passages. */
async function headings(passages: Passage[]): Promise<string[]> {
  const { text } = await quote(passages.map(whole), 'Closest:');
  return [...text.matchAll(/^### (.*)$/gm)].map(([, heading = '']) => heading);
}

const at = (sourceId: string, ...path: string[]) =>
  passage('Some text.', { sourceId, title: 'Queues', headings: path });

describe('the headings above an excerpt', () => {
  it('are none above the first one, which begins with the answer', async () => {
    expect(await quote([whole(at('one', 'Workers'))])).toMatchObject({ text: 'Some text. [1]' });
  });

  it('are the last of its path', async () => {
    expect(await headings([at('one', 'Workers', 'Start'), at('one', 'Workers', 'Stop'), at('one', 'Jobs')])).toEqual([
      'Stop',
      'Jobs',
    ]);
  });

  it('are none within one section, and none twice', async () => {
    expect(await headings([at('one', 'Workers'), at('one', 'Workers')])).toEqual([]);
    expect(await headings([at('one'), at('two', 'Workers'), at('three', 'Workers'), at('four', 'Workers')])).toEqual([
      'Workers',
      'Queues',
    ]);
  });

  it('do not stand in the excerpt again', async () => {
    const text = 'Workers\n\nThey work.';
    const blocks: Passage['blocks'] = [
      { kind: 'heading', start: 0, end: 7, level: 2 },
      { kind: 'paragraph', start: 9, end: 19 },
    ];
    const own = passage(text, { sourceId: 'two', headings: ['Workers'], blocks });
    const { text: answer } = await quote([whole(at('one')), whole(own)]);
    expect(answer).toBe('Some text. [1]\n\n### Workers\n\nThey work. [2]');
  });
});

describe('the citation of an excerpt', () => {
  it('quotes its key words alone, and has the passage with them in bold', async () => {
    const [first, second] = ['It opens at 9.', 'It closes at 6.'];
    const text = `${first} ${second}`;
    const key = { start: first.length + 1, end: text.length };
    const { citations } = await quote([{ ...whole(passage(text)), key }]);
    expect(citations).toMatchObject([{ quote: second, text, markdown: `${first} **${second}**` }]);
  });

  it('is marked after the last words, where code that is quoted stands above them', async () => {
    const text = 'run\n\nIt stops.';
    const blocks: Passage['blocks'] = [
      { kind: 'code', start: 0, end: 3 },
      { kind: 'paragraph', start: 5, end: 14 },
    ];
    const { text: answer } = await quote([{ ...whole(passage(text, { blocks })), key: { start: 0, end: 3 } }]);
    expect(answer).toBe('```\nrun\n```\n\nIt stops. [1]');
  });

  it('is marked below code and tables, and after what is said of their rest', async () => {
    const code = passage('run\n\nstop', { blocks: [{ kind: 'code', start: 0, end: 9 }] });
    expect((await quote([whole(code)])).text).toBe('```\nrun\n\nstop\n```\n\n[1]');
    const rows = passage('a | b\nc | d', {
      blocks: [
        { kind: 'table-row', start: 0, end: 5 },
        { kind: 'table-row', start: 6, end: 11 },
      ],
    });
    expect((await quote([{ ...whole(rows), end: 5 }])).text).toMatch(/\| a \| b \|\n\n… 1 more \[1\]$/);
  });
});
