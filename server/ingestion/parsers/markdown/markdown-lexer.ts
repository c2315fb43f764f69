import { Lexer, type Token } from 'marked';

/** Words and punctuation without a meaning in Markdown: no markup, no colon of a URL, no two spaces of a hard line break. */
const PLAIN_WORDS = /^(?:[\p{L}\p{M}\p{N},.;'"()?%“”‘’–—-]| (?! ))+$/u;
const ADDRESS = /www\./i;

/** The lexer of `marked`, which passes text without markup through. That saves a third of the time on a book. */
export class MarkdownLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (!PLAIN_WORDS.test(source) || ADDRESS.test(source)) return super.inlineTokens(source, tokens);
    tokens.push({ type: 'text', raw: source, text: source, escaped: false });
    return tokens;
  }
}
