import { describe, expect, it } from 'vitest';
import { createReferenceListFilter } from '../../../../../server/answering/generation/markers/reference-list-filter.ts';

/** What is left of a text, in these pieces. */
function filtered(chunks: string[]): string {
  const filter = createReferenceListFilter();
  return chunks.map((chunk) => filter.read(chunk)).join('') + filter.end();
}

describe('the filter of lists of sources', () => {
  it.each([
    ['a list below a heading', 'It opens at nine [1].\n\nSources:\n[1] Guide\n[2] Prices', 'It opens at nine [1].\n\n'],
    ['a heading of Markdown', 'At nine.\n\n## References\n\n- [1] Guide, p. 3\n- [2] Prices\n', 'At nine.\n\n'],
    ['a heading in bold', 'At nine.\n**Quellen:**\n(1) Guide\n', 'At nine.\n'],
    ['what follows the list', 'Sources:\n[1] Guide\n\nIt closes at six.', 'It closes at six.'],
    ['definitions of footnotes', 'At nine[^1].\n\n[^1]: Guide\n[2]: Prices\n', 'At nine[^1].\n\n'],
    ['a heading over something else', 'Sources:\nGit and S3.', 'Sources:\nGit and S3.'],
    ['a heading over a list without numbers', 'Sources:\n- Git\n- S3', 'Sources:\n- Git\n- S3'],
    ['a heading at the end', 'At nine.\n\nSources:', 'At nine.\n\nSources:'],
    ['a line with its source', 'At nine.\nSource: [1]\n', 'At nine.\nSource: [1]\n'],
    ['a line that begins with a marker', '[1] At nine.\n[2] At ten.', '[1] At nine.\n[2] At ten.'],
    ['code', '```\nSources:\n[1] a\n```\nSources:\n[1] Guide', '```\nSources:\n[1] a\n```\n'],
  ])('of %s, wherever it is split', (_, text, left) => {
    for (let at = 0; at <= text.length; at++) expect(filtered([text.slice(0, at), text.slice(at)])).toBe(left);
    expect(filtered([...text])).toBe(left);
  });
});
