import type { Token, Tokens } from 'marked';
import { sourceFailures } from '../../failures.ts';
import type { ParsedDocument } from '../../types.ts';
import { addBlocks } from '../html/html-blocks.ts';
import { htmlToText, parseTree } from '../html/html-tree.ts';
import { decodeText } from '../text/decode-text.ts';
import { createTextBuilder, normalizeTitle, type TextBuilder } from '../text/text-builder.ts';
import { MarkdownLexer } from './markdown-lexer.ts';

/** `[^1]` in the text, `[^1]:` before the note. */
const FOOTNOTE_MARK = /\[\^(?:\d+|[a-z]+\d*)\]:?/gi;

/**
 * Parses Markdown into plain text: links become their text, images their alternative text, code stays as it is. Throws
 * `only_front_matter` where there is no text below the front matter, `no_text` where there is none at all.
 */
export function parseMarkdown(bytes: Uint8Array): ParsedDocument {
  const source = decodeText(bytes).replace(/\r\n?/g, '\n');
  const { title, body } = splitFrontMatter(source);
  const builder = createTextBuilder();
  addTokens(new MarkdownLexer().lex(body), builder, '');
  if (body.length < source.length && builder.length() === 0) throw sourceFailures.onlyFrontMatter();
  const document = builder.finish({});
  const heading = document.blocks.find(({ kind, level }) => kind === 'heading' && level === 1);
  return {
    ...document,
    title: title ?? (heading ? normalizeTitle(document.text.slice(heading.start, heading.end)) : null),
  };
}

/** Splits off YAML (`---`) or TOML (`+++`) front matter, of which only the title is used. */
function splitFrontMatter(source: string): { title: string | null; body: string } {
  const match = source.match(/^\ufeff?(---|\+\+\+)[ \t]*\n([\s\S]*?)\n\1[ \t]*(?:\n|$)/);
  if (!match) return { title: null, body: source };
  const line = match[2]?.match(/^title[ \t]*[:=][ \t]*(.+)$/m)?.[1] ?? '';
  return { title: normalizeTitle(line.replace(/^(["'])(.*)\1\s*$/, '$2')), body: source.slice(match[0].length) };
}

function addTokens(tokens: Token[], builder: TextBuilder, prefix: string): void {
  let pending = prefix;
  const addProse = (text: string) => {
    builder.add(pending ? 'list-item' : 'paragraph', pending + text.trim());
    pending = '';
  };
  for (const token of tokens) {
    if (token.type === 'heading')
      builder.add('heading', inlineText(token.tokens), { level: (token as Tokens.Heading).depth });
    else if (token.type === 'paragraph' || token.type === 'text') addProse(inlineTextOf(token));
    else if (token.type === 'code') builder.add('code', (token as Tokens.Code).text);
    else if (token.type === 'blockquote') addTokens(token.tokens ?? [], builder, pending);
    else if (token.type === 'list') addList(token as Tokens.List, builder);
    else if (token.type === 'table') addTable(token as Tokens.Table, builder);
    else if (token.type === 'html') addBlocks(parseTree(token.raw).childNodes, builder);
    else if (token.type === 'def' && (token as Tokens.Def).tag.startsWith('^')) addProse((token as Tokens.Def).href);
  }
}

function addList(list: Tokens.List, builder: TextBuilder): void {
  for (const [index, item] of list.items.entries()) {
    const marker = list.ordered ? `${(list.start || 1) + index}. ` : '- ';
    const box = item.task ? (item.checked ? '[x] ' : '[ ] ') : '';
    addTokens(item.tokens, builder, marker + box);
  }
}

function addTable(table: Tokens.Table, builder: TextBuilder): void {
  for (const row of [table.header, ...table.rows]) {
    builder.add('table-row', row.map((cell) => inlineText(cell.tokens).trim()).join(' | '));
  }
}

const inlineTextOf = (token: Token) =>
  'tokens' in token && token.tokens ? inlineText(token.tokens) : inlineText([token]);

/** Running text: soft line breaks become spaces, hard ones stay. Inline tags are removed, entities decoded. */
function inlineText(tokens: Token[] | undefined): string {
  const text = (tokens ?? []).map((token) => {
    if (token.type === 'br') return '\n';
    if (token.type === 'codespan' || token.type === 'escape') return (token as Tokens.Codespan).text;
    if (token.type === 'image') return (token as Tokens.Image).text;
    if (token.type === 'html') return /^<br\b/i.test(token.raw) ? '\n' : '';
    if (token.type === 'checkbox') return '';
    if (token.type === 'link') return /^\[\^[^\]]+\]$/.test(token.raw) ? '' : inlineText(token.tokens);
    if ('tokens' in token && token.tokens) return inlineText(token.tokens);
    const { text: plain = '' } = token as Tokens.Text;
    return decodeEntities(plain.replace(FOOTNOTE_MARK, '').replace(/\s*\n\s*/g, ' '));
  });
  return text.join('');
}

/** Text tokens still contain entities. A bare `<` in them is not a tag. */
const decodeEntities = (text: string) => (text.includes('&') ? htmlToText(text.replaceAll('<', '&lt;')) : text);
