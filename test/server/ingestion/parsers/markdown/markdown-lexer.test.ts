import { Lexer, type Token } from 'marked';
import { expect, it } from 'vitest';
import { MarkdownLexer } from '../../../../../server/ingestion/parsers/markdown/markdown-lexer.ts';
import { fc } from '../../../../helpers/input/fast-check.ts';

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

/** Counts the characters that are read, again and again for each level that they are nested in. */
class CountingLexer extends MarkdownLexer {
  read = 0;

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): never {
    this.read += source.length;
    return super.blockTokens(source, tokens, lastParagraphClipped) as never;
  }

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    this.read += source.length;
    return super.inlineTokens(source, tokens);
  }
}

it.each([
  ['quotes', `${'>'.repeat(1_500)} deep`],
  ['lists on one line', `${'- '.repeat(1_500)}deep`],
  ['lists', Array.from({ length: 400 }, (_, at) => `${'  '.repeat(at)}- deep`).join('\n')],
  ['emphasis', `${'**a *b '.repeat(400)}deep${' c* d**'.repeat(400)}`],
])('reads no text more than 64 times, however deep %s are nested', (_, source) => {
  const lexer = new CountingLexer();
  const tokens = lexer.lex(source);
  expect(tokens.map(({ raw }) => raw).join('')).toBe(source);
  expect(JSON.stringify(tokens)).toContain('deep');
  expect(lexer.read).toBeLessThan(source.length * 64);
});
