import { describe, expect, it } from 'vitest';
import { quoteExcerpts } from '../../../../server/answering/extractive/quote-excerpts.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import { passage } from '../passages.ts';

/** The headings above each excerpt, as they are shown. */
async function headings(passages: Passage[]): Promise<string[]> {
  const excerpts = passages.map((one) => ({ passage: one, start: 0, end: one.text.length, key: null }));
  let text = '';
  for await (const event of quoteExcerpts(excerpts, { lead: 'Closest:', closing: '' }, undefined))
    if (event.type === 'text') text += event.delta;
  return [...text.matchAll(/^\*\*(.*)\*\* \[\d\]$/gm)].map(([, path = '']) => path);
}

const at = (sourceId: string, ...path: string[]) =>
  passage('Some text.', { sourceId, title: 'Queues', headings: path });

describe('the headings above an excerpt', () => {
  it('leave out those of the excerpt before, in the same document', async () => {
    expect(await headings([at('one', 'Workers', 'Start'), at('one', 'Workers', 'Stop'), at('one', 'Jobs')])).toEqual([
      'Queues › Workers › Start',
      'Stop',
      'Jobs',
    ]);
  });

  it('are never none: the last stays where all are the same', async () => {
    expect(await headings([at('one', 'Workers'), at('one', 'Workers')])).toEqual(['Queues › Workers', 'Workers']);
  });

  it('are whole in another document, and after a deeper section those that are above both', async () => {
    expect(await headings([at('one', 'Workers', 'Start'), at('two', 'Workers'), at('two')])).toEqual([
      'Queues › Workers › Start',
      'Queues › Workers',
      'Queues',
    ]);
  });
});
