import { describe, expect, it } from 'vitest';
import type { LocalFile } from '../../../server/folders/read-folder.ts';
import { editUrl, forgeOf, viewUrl } from '../../../server/repositories/forge.ts';
import { planRead } from '../../../server/repositories/plan.ts';
import type { SourceRow } from '../../../server/store/types.ts';
import { aSource } from '../../helpers/stores/rows.ts';

const COMMITS = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];
const AT = {
  url: 'https://github.com/o/r.git',
  forge: 'github',
  prefix: 'r/',
  commit: COMMITS[1],
  branch: 'main',
} as const;

const file = (path: string, contentHash: string, url: string | null = null, metadata = {}): LocalFile => ({
  ...{ externalId: `r/${path}`, contentHash, url, metadata, size: 1, missing: [] },
  open: async () => new Blob(),
});
const viewed = (path: string, commit = COMMITS[0]) => `https://github.com/o/r/blob/${commit}/${path}`;
const source = (path: string, contentHash: string, changes: Partial<SourceRow> = {}): SourceRow =>
  aSource('proj_1', {
    ...{ externalId: `r/${path}`, contentHash, url: viewed(path), status: 'completed' },
    ...{ editUrl: `https://github.com/o/r/edit/main/${path}`, ...changes },
  });

/** What a plan does, by paths. */
function planned(files: LocalFile[], sources: SourceRow[]) {
  const { added, changed, renamed, described, unchanged, removed } = planRead(files, sources, AT);
  return {
    added: added.map(({ path }) => path),
    changed: changed.map(({ path }) => path),
    renamed: renamed.map(({ path, formerPath, isChanged }) => [formerPath, path, isChanged]),
    described: described.map(({ path }) => path),
    unchanged,
    removed: removed.map(({ externalId }) => externalId),
  };
}
const NOTHING = { added: [], changed: [], renamed: [], described: [], unchanged: 0, removed: [] };

describe('the plan of a commit', () => {
  it('tells new, changed, unchanged and removed files apart, and reads again what could not be read', () => {
    const error = { code: 'unreadable', message: 'No.' };
    const files = [file('new.md', '1'), file('other.md', '2'), file('same.md', '3'), file('bad.md', '4')];
    const sources = [
      ...[source('other.md', 'x'), source('same.md', '3'), source('bad.md', '4', { error }), source('gone.md', '5')],
    ];
    const expected = { added: ['new.md'], changed: ['other.md', 'bad.md'], unchanged: 1, removed: ['r/gone.md'] };
    expect(planned(files, sources)).toEqual({ ...NOTHING, ...expected });
  });

  it('finds what was renamed: by its content, or else by its name', () => {
    const files = [file('b/moved.md', '1'), file('new-name.md', '2'), file('c/edited.md', 'y')];
    const sources = [source('a/moved.md', '1'), source('old-name.md', '2'), source('d/edited.md', 'x')];
    expect(planned(files, sources).renamed).toEqual([
      ['a/moved.md', 'b/moved.md', false],
      ['old-name.md', 'new-name.md', false],
      ['d/edited.md', 'c/edited.md', true],
    ]);
  });

  it('says what the site says of a page beside what its owner says', () => {
    const labels = { product: 'pump', version: 'current' };
    const version = (text: string) => file('a.md', '1', viewed('a.md'), { version: text });
    expect(planRead([version('1.0')], [source('a.md', '1', { labels })], AT).described).toMatchObject([
      { labels: { product: 'pump', version: '1.0' } },
    ]);
    expect(planned([version('current')], [source('a.md', '1', { labels })])).toEqual({ ...NOTHING, unchanged: 1 });
  });

  it('does not guess which of several was renamed', () => {
    const files = [file('b/index.md', '1'), file('c/index.md', '2')];
    const expected = { added: ['b/index.md', 'c/index.md'], removed: ['r/a/index.md'] };
    expect(planned(files, [source('a/index.md', '3')])).toEqual({ ...NOTHING, ...expected });
  });

  it('leaves the address of a file at the commit that changed it, and gives others a new one', () => {
    const [first] = planRead([file('a.md', 'x')], [source('a.md', '1')], AT).changed;
    expect(first?.url).toBe(viewed('a.md', COMMITS[1]));
    expect(planned([file('a.md', '1')], [source('a.md', '1')])).toEqual({ ...NOTHING, unchanged: 1 });
    const onSite = file('a.md', '1', 'https://docs.example.com/a');
    expect(planned([onSite], [source('a.md', '1')])).toEqual({ ...NOTHING, described: ['a.md'] });
    const back = source('a.md', '1', { url: 'https://docs.example.com/a' });
    expect(planned([file('a.md', '1')], [back])).toEqual({ ...NOTHING, described: ['a.md'] });
  });
});

describe('the addresses of a forge', () => {
  it.each([
    ['https://github.com/o/r', 'github', '/blob/C/a%20b/%C3%BC.md', '/edit/next/2.0/a%20b/%C3%BC.md'],
    ['https://gitlab.com/g/s/r.git', 'gitlab', '/-/blob/C/a%20b/%C3%BC.md', '/-/edit/next/2.0/a%20b/%C3%BC.md'],
    ['https://codeberg.org/o/r', 'gitea', '/src/commit/C/a%20b/%C3%BC.md', '/_edit/next/2.0/a%20b/%C3%BC.md'],
    ['https://bitbucket.org/o/r', 'bitbucket', '/src/C/a%20b/%C3%BC.md', null],
  ])('are known for %s', (url, forge, view, edit) => {
    const found = { url, forge: forgeOf(url), path: 'a b/ü.md' };
    const root = url.replace('.git', '');
    expect(found.forge).toBe(forge);
    expect(viewUrl(found, 'C')).toBe(root + view);
    expect(editUrl(found, 'next/2.0')).toBe(edit && root + edit);
  });

  it('are not guessed for others', () => {
    const url = 'https://git.example.com/o/r';
    expect([forgeOf(url), viewUrl({ url, forge: null, path: 'a.md' }, 'C')]).toEqual([null, null]);
  });
});
