import { lexer, type Token, type Tokens } from 'marked';

/** A run of text in one style. */
export interface Run {
  text: string;
  bold: boolean;
  code: boolean;
}

/** The blocks of a chapter: the parts of Markdown that this guide uses. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'list'; ordered: boolean; items: Run[][] }
  | { kind: 'table'; head: Run[][]; rows: Run[][][] }
  | { kind: 'code'; text: string };

export interface Chapter {
  title: string;
  markdown: string;
  blocks: Block[];
}

function runsOf(tokens: Token[] | undefined, bold = false): Run[] {
  return (tokens ?? []).flatMap((token): Run[] => {
    if (token.type === 'codespan') return [{ text: token.text, bold, code: true }];
    if ('tokens' in token && token.tokens) return runsOf(token.tokens, bold || token.type === 'strong');
    return [{ text: token.raw.replace(/\s*\n\s*/g, ' '), bold, code: false }];
  });
}

function blockOf(token: Token): Block[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: token.depth, text: textOf(runsOf(token.tokens)) }];
    case 'paragraph':
      return [{ kind: 'paragraph', runs: runsOf(token.tokens) }];
    case 'list': {
      const list = token as Tokens.List;
      return [{ kind: 'list', ordered: list.ordered, items: list.items.map((item) => runsOf(item.tokens)) }];
    }
    case 'table': {
      const table = token as Tokens.Table;
      return [
        {
          kind: 'table',
          head: table.header.map((cell) => runsOf(cell.tokens, true)),
          rows: table.rows.map((row) => row.map((cell) => runsOf(cell.tokens))),
        },
      ];
    }
    case 'code':
      return [{ kind: 'code', text: token.text }];
    case 'space':
      return [];
    default:
      throw new Error(`The guide uses unsupported Markdown: ${token.type}`);
  }
}

/** The text of runs, without their styles. */
export function textOf(runs: Run[]): string {
  return runs.map((run) => run.text).join('');
}

/** Reads a chapter from Markdown; its first heading is the title. Throws on Markdown that the writers do not support. */
export function readChapter(markdown: string): Chapter {
  const blocks = lexer(markdown).flatMap(blockOf);
  const first = blocks[0];
  if (first?.kind !== 'heading' || first.level !== 1) throw new Error('A chapter must begin with its title.');
  return { title: first.text, markdown, blocks };
}
