import { describe, expect, it } from 'vitest';
import {
  markUnsupported,
  UNSUPPORTED_END,
  UNSUPPORTED_START,
} from '../../widget/src/text/markdown/mark-unsupported.ts';
import { renderablePrefix } from '../../widget/src/text/markdown/renderable-prefix.ts';
import { expectLinear } from '../helpers/timing/growth.ts';

describe('incomplete Markdown', () => {
  it.each([
    ['half a marker', 'One. [', 'One. '],
    ['half a marker with its number', 'One. [1', 'One. '],
    ['a whole marker', 'One. [1]', 'One. [1]'],
    ['a marker with the beginning of an address', 'One. [1](http://x', 'One. '],
    ['half a link', 'See [the guide](https://exa', 'See '],
    ['the words of a link', 'See [the guide]', 'See '],
    ['a whole link', 'See [the guide](https://example.com).', 'See [the guide](https://example.com).'],
    ['half an image', 'See ![alt', 'See '],
    ['bold that has begun', 'A **bold wo', 'A **bold wo**'],
    ['bold whose end has begun', 'A **bold word*', 'A **bold word**'],
    ['code that has begun', 'Run `npm i', 'Run `npm i`'],
    ['a star that may become two', 'Run *', 'Run '],
    ['a bullet without words', 'One.\n\n-', 'One.\n\n'],
    ['a number that may become a list', 'One.\n\n2.', 'One.\n\n'],
    ['a header that may become a table', 'One.\n\n| a | b |', 'One.\n\n'],
    ['a header whose line below has begun', 'One.\n\n| a | b |\n|--', 'One.\n\n'],
    ['a row that has begun', '| a | b |\n|---|---|\n| 1 |', '| a | b |\n|---|---|\n'],
    ['a fence that has begun', '```js\nlet [a, **b', '```js\nlet [a, **b'],
    ['a fence that begins to close', '```js\nlet a\n``', '```js\nlet a'],
    ['two stars between numbers', '2 ** 3 is', '2 ** 3 is'],
  ])('is shown without raw markup: %s', (_, text, shown) => {
    expect(renderablePrefix(text).trimEnd()).toBe(shown.trimEnd());
  });

  it.each(['[', '`', '| a\n', '!['])('takes linear time for texts made to slow it down: %j', (flood) =>
    expectLinear(240_000, (length) => renderablePrefix(flood.repeat(length / flood.length))),
  );
});

describe('unsupported ranges', () => {
  const mark = (text: string, ...ranges: [number, number][]) =>
    markUnsupported(
      text,
      ranges.map(([start, end]) => ({ start, end })),
    )
      .replaceAll(UNSUPPORTED_START, '<')
      .replaceAll(UNSUPPORTED_END, '>');

  it('are marked line by line, outside of block markup', () => {
    expect(mark('# A\n- one\n- **two**\n', [0, 20])).toBe('# <A>\n- <one>\n- <**two**>\n');
  });

  it('are ignored if they are invalid', () => {
    expect(mark('One two', [5, 2], [3, 99], [0, 3])).toBe('<One> <two>');
  });

  it('cannot be forged by the text', () => {
    expect(mark(`a${UNSUPPORTED_START}b`)).toBe('a\ufffdb');
  });
});
