import { describe, expect, it } from 'vitest';
import { parse } from '../../../../../server/ingestion/parse/parse.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const parseNotebook = (value: unknown) =>
  parse('notebook', bytesOf(typeof value === 'string' ? value : JSON.stringify(value)), () => undefined);
const read = async (cells: unknown[], metadata = {}) => {
  const document = await parseNotebook({ nbformat: 4, metadata, cells });
  expectSound(document);
  return blocksOf(document);
};
const code = (source: string | string[], outputs: unknown[] = [], tags: string[] = []) => ({
  cell_type: 'code',
  metadata: { tags },
  source,
  outputs,
});
const python = (text: string) => ({ kind: 'code', text, language: 'python' });

describe('parseNotebook', () => {
  it('reads text as Markdown and code with its language', async () => {
    const cells = [
      {
        cell_type: 'markdown',
        source: ['# Lanterns\n', '\n', 'How to *light* them, ![a flame](data:image/png;base64,AAAA).'],
      },
      code(['light(1)\n', 'light(2)']),
      code('%%bash\nls'),
      { cell_type: 'raw', source: '\\newpage' },
    ];
    expect(await read(cells)).toEqual([
      { kind: 'heading', text: 'Lanterns', level: 1 },
      { kind: 'paragraph', text: 'How to light them, a flame.' },
      python('light(1)\nlight(2)'),
      { kind: 'code', text: '%%bash\nls', language: 'bash' },
    ]);
    expect((await parseNotebook({ cells })).title).toBe('Lanterns');
    const [block] = await read([code('x <- 1')], { language_info: { name: 'R' } });
    expect(block).toEqual({ kind: 'code', text: 'x <- 1', language: 'R' });
  });

  it('reads short outputs, and tables with their header', async () => {
    const table = '<table><thead><tr><th>Name</th></tr></thead><tbody><tr><td>Lamp</td></tr></tbody></table>';
    const outputs = [
      { output_type: 'stream', name: 'stdout', text: ['\u001b[31mlit\u001b[0m\n'] },
      { output_type: 'stream', name: 'stderr', text: 'a warning' },
      { output_type: 'execute_result', data: { 'text/plain': '42' } },
      { output_type: 'execute_result', data: { 'text/html': table, 'text/plain': 'Name\nLamp' } },
      { output_type: 'display_data', data: { 'image/png': 'AAAA', 'text/plain': '<Figure size 640x480 with 1 Axes>' } },
      { output_type: 'stream', name: 'stdout', text: 'epoch '.repeat(1_000) },
      { output_type: 'error', ename: 'E', traceback: ['Traceback'] },
    ];
    expect((await read([code('go()', outputs)])).slice(1)).toEqual([
      { kind: 'code', text: 'lit' },
      { kind: 'code', text: '42' },
      { kind: 'table-row', text: 'Name', header: true },
      { kind: 'table-row', text: 'Lamp' },
    ]);
  });

  it('leaves out what the author marked as not to be shown', async () => {
    const output = [{ output_type: 'stream', name: 'stdout', text: 'out' }];
    const cells = [
      code('a', output, ['remove-cell']),
      code('b', output, ['hide_input']),
      code('c', output, ['remove-output']),
    ];
    expect((await read(cells)).map(({ text }) => text)).toEqual(['out', 'c']);
  });

  it('reads notebooks of version 3', async () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: 'Old' },
      { cell_type: 'code', input: 'print 1' },
    ];
    const document = await parseNotebook({ nbformat: 3, worksheets: [{ cells }] });
    expect(blocksOf(document)).toEqual([{ kind: 'heading', text: 'Old', level: 2 }, python('print 1')]);
  });

  it.each<[what: string, value: unknown, code: string]>([
    ['what is no JSON', '{"cells": [', 'unreadable'],
    ['another JSON', { name: 'package' }, 'unreadable'],
    ['a list', [], 'unreadable'],
    ['no cells', { cells: [] }, 'no_text'],
    ['cells of other types', { cells: [{ cell_type: 7, source: 7, outputs: 'x', metadata: [] }] }, 'no_text'],
    ['JSON nested too deep', `{"cells":${'['.repeat(500_000)}`, 'unreadable'],
  ])('ends with a reason: %s', async (_what, value, code) => {
    await expect(parseNotebook(value)).rejects.toMatchObject({ code });
  });
});
