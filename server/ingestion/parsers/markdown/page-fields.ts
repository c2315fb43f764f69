import type { Tokens, TokensList } from 'marked';
import { MarkdownLexer } from './markdown-lexer.ts';

/** `Owner: Ada`: a name, which is one word or begins as one does, and a value. */
const FIELD = /^(?:[\p{L}\p{N}_-]{1,40}|[\p{Lu}\p{Lt}\p{Lo}\p{N}][^:\n]{0,60}):(?:[ \t]|$)/u;
const MIN_FIELDS = 2;

/**
 * Keeps the lines of what Notion exports below the title of a page of a database: a paragraph whose every line is a field of it.
 * In Markdown, lines of a paragraph are one.
 */
export function breakFields(tokens: TokensList): void {
  const [title, fields] = tokens.filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1 || fields?.type !== 'paragraph') return;
  const lines = fields.raw.trim().split('\n');
  if (lines.length < MIN_FIELDS || !lines.every((line) => FIELD.test(line))) return;
  const lexer = new MarkdownLexer();
  Object.assign(lexer.tokens.links, tokens.links);
  (fields as Tokens.Paragraph).tokens = lexer.inlineTokens(lines.map(withoutBreak).join('  \n'));
}

/** A line that ends as Markdown ends one that stays. */
const withoutBreak = (line: string) => line.trimEnd().replace(/\\$/, '');
