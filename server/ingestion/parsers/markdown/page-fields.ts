import type { Token, Tokens } from 'marked';
import { MarkdownLexer } from './markdown-lexer.ts';

/** `Owner: Ada`: a name of a few words, and a value. */
const FIELD = /^[\p{L}\p{N}][^:\n]{0,60}:(?:[ \t]|$)/u;
const MIN_FIELDS = 2;

/**
 * Keeps the lines of what Notion exports below the title of a page of a database: a paragraph whose every line is a field of it.
 * In Markdown, lines of a paragraph are one.
 */
export function breakFields(tokens: Token[]): void {
  const [title, fields] = tokens.filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1 || fields?.type !== 'paragraph') return;
  const lines = fields.raw.trim().split('\n');
  if (lines.length < MIN_FIELDS || !lines.every((line) => FIELD.test(line))) return;
  (fields as Tokens.Paragraph).tokens = new MarkdownLexer().inlineTokens(lines.join('  \n'));
}
