import fc from 'fast-check';
import { Lexer } from 'marked';
import { expect, it } from 'vitest';
import { MarkdownLexer } from '../../../../../server/ingestion/parsers/markdown/markdown-lexer.ts';

const PIECES =
  'word Zürich 東京 50% www.a.b http://a.b a@b.c (aside) “said” — 1. ... ~ * _ ` < & : \\ [x] # > | = - +'.split(' ');
const text = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom('word', 'and', 'it’s', 'so,') }, fc.constantFrom(...PIECES)),
    {
      maxLength: 12,
    },
  )
  .chain((pieces) => fc.constantFrom(' ', ' ', '  ', '\n').map((between) => pieces.join(between)));

it('returns the same tokens as the library, for text with and without markup', () => {
  fc.assert(
    fc.property(text, (some) => {
      expect([...new MarkdownLexer().lex(some)]).toEqual([...new Lexer().lex(some)]);
    }),
    { numRuns: 300 },
  );
});
