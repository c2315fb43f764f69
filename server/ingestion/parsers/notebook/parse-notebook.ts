import { z } from 'zod';
import type { ParsedDocument } from '../../types.ts';
import { addBlocks } from '../html/html-blocks.ts';
import { parseTree } from '../html/tree/html-tree.ts';
import { addMarkdown } from '../markdown/parse-markdown.ts';
import { decodeText } from '../text/decode-text.ts';
import { titledByHeading } from '../text/page-heading.ts';
import { createTextBuilder, type TextBuilder } from '../text/text-builder.ts';

/** A text, whole or in lines. */
const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))]).catch('');
const output = z.object({
  output_type: z.string().catch(''),
  name: z.string().optional().catch(undefined),
  text: text.optional(),
  data: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const cell = z.object({
  cell_type: z.string().catch(''),
  source: text.optional(),
  /** Before version 4: the code, and the level of a heading. */
  input: text.optional(),
  level: z.number().optional().catch(undefined),
  metadata: z
    .object({ tags: z.array(z.string()).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  outputs: z.array(output).optional().catch(undefined),
});
const notebook = z.object({
  cells: z.array(cell).optional(),
  worksheets: z.array(z.object({ cells: z.array(cell).catch([]) })).optional(),
  metadata: z
    .object({
      kernelspec: z.object({ language: z.string().optional() }).optional().catch(undefined),
      language_info: z.object({ name: z.string().optional() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

type Cell = z.infer<typeof cell>;
type Output = z.infer<typeof output>;

/** A longer output is a log or data. */
const MAX_OUTPUT = 2_000;
/** What authors mark so that it is not shown. */
const REMOVED = /^(?:remove|hide)[-_]/;
/** The first line of a cell in another language. */
const CELL_MAGIC = /^%%(bash|sh|html|javascript|js|latex|markdown|perl|ruby|sql|svg|writefile|cython|R)\b[^\n]*\n/;
/** Colours and cursor movements of terminals. */
const TERMINAL_CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]{0,20}[A-Za-z]`, 'g');

/**
 * Parses a Jupyter notebook: the text of its cells, code with its language, and short outputs: text, and tables. Pictures and
 * errors are not read. Cells are no pages: an explanation and the code below it belong together.
 */
export function parseNotebook(bytes: Uint8Array): ParsedDocument {
  const { cells, worksheets, metadata } = notebook.parse(JSON.parse(decodeText(bytes)));
  const all = cells ?? worksheets?.flatMap((sheet) => sheet.cells);
  if (!all) throw new Error('There are no cells.');
  const language = metadata?.kernelspec?.language ?? metadata?.language_info?.name ?? 'python';
  const builder = createTextBuilder();
  for (const one of all) addCell(builder, one, language);
  return titledByHeading(builder.finish({}), 1);
}

function addCell(
  builder: TextBuilder,
  { cell_type, source, input, level, metadata, outputs }: Cell,
  language: string,
): void {
  const content = source ?? input ?? '';
  const tags = metadata?.tags?.filter((tag) => REMOVED.test(tag)).map((tag) => tag.replace(REMOVED, '')) ?? [];
  if (tags.includes('cell')) return;
  if (cell_type === 'heading') builder.add('heading', content, { level: level ?? 1 });
  // Pictures that a cell holds itself are Base64.
  else if (cell_type === 'markdown')
    addMarkdown(builder, content.replace(/!\[([^\]\n]{0,200})\]\(data:[^)[\s]*\)/g, '$1'));
  else if (cell_type === 'code') {
    const magic = CELL_MAGIC.exec(content);
    if (!tags.includes('input')) builder.add('code', content, { language: magic?.[1] ?? language });
    if (!tags.includes('output')) for (const one of outputs ?? []) addOutput(builder, one);
  }
}

function addOutput(builder: TextBuilder, { output_type, name, text: printed, data = {} }: Output): void {
  if (output_type === 'stream' && name !== 'stderr') addShort(builder, printed ?? '');
  if (!/^(?:execute_result|display_data|pyout)$/.test(output_type)) return;
  const [html, markdown, plain] = ['text/html', 'text/markdown', 'text/plain'].map((type) =>
    text.parse(data[type] ?? ''),
  );
  if (html && html.length <= 20 * MAX_OUTPUT && /<table/i.test(html)) addBlocks(parseTree(html).childNodes, builder);
  else if (markdown && markdown.length <= MAX_OUTPUT) addMarkdown(builder, markdown, 2);
  // `<Figure size 640x480>` stands for a picture.
  else if (!isObject(plain || printed || '')) addShort(builder, plain || printed || '');
}

const isObject = (output: string) => /^<[\w.]/.test(output) && output.trimEnd().endsWith('>');

function addShort(builder: TextBuilder, output: string): void {
  const shown = output.replace(TERMINAL_CODES, '');
  if (shown.length <= MAX_OUTPUT) builder.add('code', shown);
}
