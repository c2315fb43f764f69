import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';

/** The texts of a page in Markdown, each after the number of lists that it stands in. */
function depthsOf(source: string): string[] {
  const { blocks, text } = parseMarkdown(new TextEncoder().encode(source));
  return blocks.map(({ start, end, depth = 0 }) => `${depth} ${text.slice(start, end)}`);
}

describe('a numbered list that continues after what is not indented', () => {
  it('has that in the step before it', () => {
    expect(depthsOf('1. Open it.\n\n![The dialog]()\n\n2. Press the button.\n\n- Once\n\n3. Wait.\n\nEnd.')).toEqual([
      '1 1. Open it.',
      '1 The dialog',
      '1 2. Press the button.',
      '2 - Once',
      '1 3. Wait.',
      '0 End.',
    ]);
  });

  it.each([
    ['begins with another number', '1. One.\n\nText.\n\n5. Five.', ['1 1. One.', '0 Text.', '1 5. Five.']],
    ['begins from the start', '1. One.\n\nText.\n\n1. One.', ['1 1. One.', '0 Text.', '1 1. One.']],
    ['is below another heading', '1. One.\n\n# Next\n\n2. Two.', ['1 1. One.', '0 Next', '1 2. Two.']],
  ])('is another list where it %s', (_, source, blocks) => {
    expect(depthsOf(source)).toEqual(blocks);
  });

  it('is another list where there is a whole text between the two', () => {
    const texts = Array.from({ length: 30 }, (_, at) => `Paragraph ${at}.`);
    expect(depthsOf(`1. One.\n\n${texts.join('\n\n')}\n\n2. Two.`)).toContain('0 Paragraph 3.');
  });
});
