import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { detectSite, pageAddress } from '../../../server/folders/site-rules.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-unpublished-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folders = 0;
/** A folder with the settings of a generator, and the one below it that is synced. */
function folderWith(file: string, settings: string, below = ''): string {
  folders += 1;
  const folder = join(home, String(folders));
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  for (const path of ['docs', below]) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, file), settings);
  return join(folder, below);
}

const SPHINX = `project = 'Kettle'
# exclude_patterns = ['never']
exclude_patterns = [
    '_build', "draft",  # not ready
    'README.rst', 'parts/', 'notes-*.rst',
    '**/old',
]
exclude_patterns += ['more']
html_theme = 'alabaster'
`;
const MKDOCS = `site_name: Kettle
exclude_docs: |
  # not ready
  draft.md
  internal/
  /parts/*.md
  !keep/draft.md
nav:
  - index.md
`;
const JEKYLL = `title: Kettle
exclude:
  - Gemfile
  - "scripts/"
  - 'docs/*-draft.md'
permalink: pretty
`;
const DOCUSAURUS = `export default { presets: [['classic', {
  docs: { include: ['**/*.{md,mdx}'], exclude: ['drafts/**', '**/notes', /* not a page */ "**/*.part.md"] },
  blog: { exclude: ['old/**'] },
}]] };`;
const HUGO = `title = 'Kettle'
ignoreFiles = [
  '\\.part\\.md$', # parts of pages
  "/drafts/", "content\\\\.md$",
  'never|always',
]
[params]
ignoreFiles = ['guide']
`;
const VITEPRESS = `export default { title: 'Kettle', srcExclude: ['**/README.md', /* the next */ "drafts/**"], lang: 'en' }`;

describe('what the settings of a generator leave out is not published', () => {
  it.each([
    [
      'Sphinx',
      'conf.py',
      SPHINX,
      '',
      ['draft/plan.rst', 'README.rst', 'parts/a/b.rst', 'notes-1.rst', 'api/old/x.rst', 'more/a.rst'],
      ['never/a.rst', 'guide/README.rst', 'guide/notes-1.rst', 'drafts.rst'],
    ],
    ['Sphinx, of a folder below its settings', 'conf.py', SPHINX, 'api', ['old/x.rst'], ['draft/plan.rst']],
    [
      'MkDocs',
      'mkdocs.yml',
      MKDOCS,
      '',
      ['docs/draft.md', 'docs/a/draft.md', 'docs/a/internal/x.md', 'docs/parts/x.md'],
      ['docs/keep/draft.md', 'docs/index.md', 'docs/a/parts/x.md'],
    ],
    [
      'MkDocs, of the folder of its pages',
      'mkdocs.yml',
      MKDOCS,
      'docs',
      ['draft.md', 'parts/x.md'],
      ['keep/draft.md', 'a/parts/x.md'],
    ],
    ['MkDocs, of a folder of pages', 'mkdocs.yml', MKDOCS, 'docs/parts', ['x.md'], ['a/x.md']],
    [
      'Jekyll',
      '_config.yml',
      JEKYLL,
      '',
      ['Gemfile', 'scripts/a.md', 'docs/new-draft.md'],
      ['docs/scripts.md', 'docs/draft.md'],
    ],
    [
      'Jekyll, in brackets',
      '_config.yml',
      'exclude: [vendor, "tmp/"]\n',
      '',
      ['vendor/a.md', 'tmp/a.md'],
      ['docs/tmp.md'],
    ],
    [
      'Docusaurus',
      'docusaurus.config.ts',
      DOCUSAURUS,
      '',
      ['docs/drafts/a.md', 'docs/a/notes/b.md', 'versioned_docs/version-1.0/drafts/a.md', 'docs/a.part.md'],
      ['docs/old/a.md', 'docs/_a.md', 'drafts/a.md'],
    ],
    [
      'Docusaurus, of the folder of its pages',
      'docusaurus.config.ts',
      DOCUSAURUS,
      'docs',
      ['drafts/a.md'],
      ['a/drafts/a.md'],
    ],
    ['Docusaurus, of a folder of pages', 'docusaurus.config.ts', DOCUSAURUS, 'docs/drafts', ['a.md'], []],
    [
      'Docusaurus, where it does not say it',
      'docusaurus.config.ts',
      'export default { presets: [["classic", { docs: {}, blog: { exclude: ["docs/**"] } }]] };',
      '',
      ['docs/_a.md', 'docs/_b/a.md'],
      ['docs/docs/a.md'],
    ],
    [
      'Hugo',
      'hugo.toml',
      HUGO,
      '',
      ['content/a.part.md', 'content/drafts/a.md', 'content/content.md'],
      ['content/a.part.md.md', 'content/never.md', 'content/guide.md'],
    ],
    [
      'Hugo, of a folder of its pages',
      'hugo.yaml',
      'ignoreFiles:\n  - \\.part\\.md$\n  - README.md$\n  - ^/home/\n',
      'content/docs',
      ['a.part.md', 'README.md'],
      ['home/a.md'],
    ],
    [
      'VitePress',
      '.vitepress/config.ts',
      VITEPRESS,
      '',
      ['README.md', 'guide/README.md', 'drafts/a.md'],
      ['guide/index.md'],
    ],
  ])('of %s', (_, file, settings, below, left, kept) => {
    const rules = detectSite(folderWith(file, settings, below));
    const published = [...left, ...kept].filter((path) => pageAddress(path, { draft: false }, rules) !== null);
    expect(published).toEqual(kept);
  });

  it('of Mintlify, in a file of its own', () => {
    const folder = folderWith('.mintignore', '# Not ready\ndrafts/\n*.draft.mdx\n');
    writeFileSync(join(folder, 'docs.json'), '{"navigation": {}}');
    const published = ['drafts/a.mdx', 'a/b.draft.mdx', 'a/b.mdx'].filter(
      (path) => pageAddress(path, { draft: false }, detectSite(folder)) !== null,
    );
    expect(published).toEqual(['a/b.mdx']);
  });

  it('and what is computed is not known', () => {
    const rules = detectSite(folderWith('conf.py', `project = 'Kettle'\nexclude_patterns = load()\n`));
    expect(rules).toEqual({ site: 'sphinx', otherForm: false });
  });
});
