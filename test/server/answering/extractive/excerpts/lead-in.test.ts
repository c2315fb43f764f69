import { describe, expect, it } from 'vitest';
import { withLeadIn } from '../../../../../server/answering/extractive/excerpts/lead-in.ts';
import { type Part, passageOf } from '../../passages.ts';

/** What is shown of a passage that is made of these blocks, where an excerpt begins with these words. */
function shown(parts: Part[], begin: string): string {
  const passage = passageOf(parts);
  const { text } = passage;
  const excerpt = { passage, start: text.indexOf(begin), end: text.length, key: null };
  return text.slice(withLeadIn(excerpt).start);
}

const LEAD: Part = ['paragraph', 'A trait prunes models. Then return those that are no longer needed:'];
const CODE: Part = ['code', 'return old();'];

describe('an excerpt that begins with code', () => {
  it('has the sentence that leads into it', () => {
    expect(shown([LEAD, CODE], CODE[1])).toBe('Then return those that are no longer needed:\n\nreturn old();');
    const picture: Part = ['paragraph', 'A screenshot', { picture: true }];
    expect(shown([LEAD, picture, CODE], CODE[1])).toContain('Then return');
  });

  it('is the same for a list or a table', () => {
    const item: Part = ['list-item', '- Old ones', { depth: 1 }];
    expect(shown([LEAD, item], item[1])).toContain('Then return');
    expect(shown([LEAD, ['table-row', 'Name | Age']], 'Name')).toContain('Then return');
    expect(shown([LEAD, item, ['list-item', '- New ones', { depth: 1 }]], '- New')).toBe('- New ones');
  });

  it('has the last sentence above it where none ends in a colon', () => {
    const above: Part = ['paragraph', 'A trait prunes models. You can return them in a method.'];
    expect(shown([above, CODE], CODE[1])).toBe('You can return them in a method.\n\nreturn old();');
    const refers: Part = ['paragraph', 'There is a method. It returns them.'];
    expect(shown([refers, CODE], CODE[1])).toBe(`${refers[1]}\n\nreturn old();`);
    expect(shown([['paragraph', above[1], { callout: 'note' }], CODE], CODE[1])).toBe(CODE[1]);
    expect(shown([['paragraph', above[1], { summary: true }], CODE], CODE[1])).toBe(CODE[1]);
  });

  it('has none that is long, or where it does not begin with it', () => {
    expect(shown([['paragraph', `A trait ${'and another one '.repeat(20)}prunes:`], CODE], CODE[1])).toBe(CODE[1]);
    expect(shown([LEAD, ['paragraph', 'It is old.']], 'It is')).toBe('It is old.');
    expect(shown([LEAD, CODE], 'old()')).toBe('old();');
  });
});
