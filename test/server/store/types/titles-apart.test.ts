import { describe, expect, it } from 'vitest';
import { titleHas, titlesApart } from '../../../../server/store/types/titles-apart.ts';

const named = (name: string | undefined, ...headings: string[]) => ({ name, headings });

describe('the titles of documents that call themselves the same', () => {
  it.each([
    [
      'the first heading of their own',
      [named('a', 'Manual', 'Berths'), named('b', 'Manual', 'Fees')],
      ['Berths', 'Fees'],
    ],
    ['a heading behind those that others have', [named('a', 'Notes', 'Berths'), named('b', 'Notes')], ['Berths', 'b']],
    [
      'the outermost folder of their own, before a heading',
      [named('docs/for-mac/app/a.md', 'Berths'), named('docs/for-windows/app/a.md', 'Fees'), named('docs/v2.0/a.md')],
      ['for mac', 'for windows', 'v2.0'],
    ],
    [
      'a heading where a folder is no word',
      [named('en/2024/a.md', 'Berths'), named('de/2025/a.md', 'Fees')],
      ['Berths', 'Fees'],
    ],
    ['a path', [named('/guide/winter_berths.html'), named('/guide/fees')], ['guide/winter berths', 'guide/fees']],
    [
      'a folder and a path without the ids of an export',
      [named(`Guide a8${'3'.repeat(30)}/Fees b9${'4'.repeat(30)}.md`), named(`Fees c0${'5'.repeat(30)}.md`)],
      ['Guide', 'Fees'],
    ],
    ['a name with its ending where the rest is the same', [named('a.md'), named('a.html')], ['a.md', 'a.html']],
    ['a name that is no heading of another', [named('fees.md'), named('b', 'fees')], ['fees.md', 'b']],
  ])('have %s', (_, documents, told) => {
    expect(titlesApart('Manual', documents)).toEqual(told.map((one) => `Manual – ${one}`));
  });

  it('are only the title where nothing is of their own', () => {
    const alike = [named(undefined, 'Berths'), named('a.md', 'Berths'), named('a.md', 'Berths')];
    expect(titlesApart('Manual', alike)).toEqual(['Manual', 'Manual', 'Manual']);
  });

  it('say by themselves what their parts say', () => {
    const said = ['Manual', 'Berths', 'Fees', 'Man'].filter((heading) => titleHas('Manual – Berths', heading));
    expect(said).toEqual(['Manual', 'Berths']);
  });
});
