import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { antoraAddress } from '../../../server/folders/antora.ts';
import { type FrontMatter, readFrontMatter } from '../../../server/folders/front-matter.ts';
import {
  addressAt,
  detectSite,
  isInSite,
  pageAddress,
  pageMetadata,
  rulesOf,
  type Site,
} from '../../../server/folders/site-rules.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-sites-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const ADDRESSES: [
  Site | 'vitepress clean' | 'mkdocs files' | 'sphinx dirhtml' | 'jekyll pretty',
  string,
  string | null,
  Partial<FrontMatter>?,
][] = [
  ['plain', 'guide/install.md', '/guide/install.md'],
  ['plain', 'guide/index.html', '/guide/'],
  ['plain', 'manual.pdf', '/manual.pdf'],
  ['docusaurus', 'intro.md', '/intro'],
  ['docusaurus', '01-guide/02-install.mdx', '/guide/install'],
  ['docusaurus', '2024-05-01-news/a.md', '/2024-05-01-news/a'],
  ['docusaurus', 'guide/index.md', '/guide/'],
  ['docusaurus', 'guide/README.md', '/guide/'],
  ['docusaurus', 'guide/Guide.md', '/guide/'],
  ['docusaurus', 'index.md', '/'],
  ['docusaurus', 'guide/install.md', '/setup', { slug: '/setup' }],
  ['docusaurus', 'guide/install.md', '/guide/setup', { slug: 'setup' }],
  ['docusaurus', '1-guide/install.md', '/guide/get-it', { id: 'get-it' }],
  ['docusaurus', 'guide/_partial.mdx', null],
  ['docusaurus', '_shared/part.md', null],
  ['docusaurus', 'guide/install.md', null, { draft: true }],
  ['vitepress', 'guide/install.md', '/guide/install.html'],
  ['vitepress', 'guide/index.md', '/guide/'],
  ['vitepress clean', 'guide/install.md', '/guide/install'],
  ['mkdocs', 'guide/install.md', '/guide/install/'],
  ['mkdocs', 'guide/README.md', '/guide/'],
  ['mkdocs', 'index.md', '/'],
  ['mkdocs files', 'guide/install.md', '/guide/install.html'],
  ['hugo', 'Docs/Get Started.md', '/docs/get-started/'],
  ['hugo', 'docs/_index.md', '/docs/'],
  ['hugo', 'docs/install/index.md', '/docs/install/'],
  ['hugo', 'docs/install.md', '/docs/setup/', { slug: 'setup' }],
  ['hugo', 'docs/install.md', '/setup.html', { url: '/setup.html' }],
  ['hugo', 'docs/install.md', null, { draft: true }],
  ['starlight', 'guides/First Steps!.md', '/guides/first-steps/'],
  ['starlight', 'index.mdx', '/'],
  ['starlight', 'guides/a.md', '/other/b/', { slug: 'other/b' }],
  ['starlight', 'guides/a.md', null, { draft: true }],
  ['sphinx', 'guide/install.rst', '/guide/install.html'],
  ['sphinx', 'guide/install.md', '/guide/install.html'],
  ['sphinx', 'index.rst', '/index.html'],
  ['sphinx', 'files/manual.pdf', '/files/manual.pdf'],
  ['sphinx', '_build/html/index.html', null],
  ['sphinx', 'api/_templates/module.rst', null],
  ['sphinx dirhtml', 'guide/install.rst', '/guide/install/'],
  ['sphinx dirhtml', 'guide/index.rst', '/guide/'],
  ['sphinx dirhtml', 'index.md', '/'],
  ['jekyll', 'docs/intro.md', '/docs/intro.html'],
  ['jekyll', 'docs/index.md', '/docs/'],
  ['jekyll', 'docs/intro.md', '/begin/', { permalink: '/begin/' }],
  ['jekyll', 'docs/intro.md', '/docs/intro.html', { permalink: '/:categories/:title' }],
  ['jekyll', '_posts/2026-02-03-news.md', '/2026/02/03/news.html'],
  ['jekyll', '_includes/head.md', null],
  ['jekyll', '_site/docs/intro.html', null],
  ['jekyll', 'docs/_parts/head.html', null],
  ['jekyll pretty', 'docs/intro.md', '/docs/intro/'],
  ['mdbook', 'guide/install.md', '/guide/install.html'],
  ['mdbook', 'guide/README.md', '/guide/index.html'],
  ['mdbook', 'SUMMARY.md', null],
  ['mintlify', 'guide/install.mdx', '/guide/install'],
  ['mintlify', 'guide/index.mdx', '/guide'],
  ['mintlify', 'index.mdx', '/'],
  ['mintlify', 'snippets/note.mdx', null],
  ['mintlify', 'README.md', null],
  ['mintlify', 'openapi.json', '/openapi.json'],
  ['gitbook', 'guide/install.md', '/guide/install'],
  ['gitbook', 'guide/README.md', '/guide'],
  ['gitbook', 'README.md', '/'],
  ['gitbook', 'SUMMARY.md', null],
];

describe('the address of a page', () => {
  it.each(ADDRESSES)('is for %s, of %s: %s', (named, path, address, front = {}) => {
    const [site = 'plain', form] = named.split(' ') as [Site, string?];
    expect(pageAddress(path, { draft: false, ...front }, { site, otherForm: form !== undefined })).toBe(address);
  });

  it('is encoded below the base of the site', () => {
    const at = (base: string, address: string) => addressAt(new URL(base), address);
    expect(at('https://docs.example.com', '/a b/ü?.md')).toBe('https://docs.example.com/a%20b/%C3%BC%3F.md');
    expect(at('https://example.com/docs/', '/a')).toBe('https://example.com/docs/a');
    expect(at('https://example.com/docs/', '/')).toBe('https://example.com/docs/');
  });
});

const DESCRIPTOR = `name: shop
title: The shop
version: '2.0' # now
asciidoc:
  extensions:
  - x.js
  attributes:
    # shown on every page
    product: "Kiln & Co" # the maker

    kiln-version: '{page-component-version}.1'
    Beta: true
    gone: false
    none: ~
    map: {page-version}
    text: >
      folded: x
    soft: yes@
  more: x
nav:
- nav.adoc
`;

describe('the address of a page of Antora', () => {
  const below = { above: '', below: 'docs', name: 'shop', version: '2.0' };
  const above = { above: 'modules/ROOT/pages', below: '', name: 'shop', version: '' };
  const root = { above: '', below: '', name: '', version: '' };
  it.each([
    ['docs/modules/ROOT/pages/index.adoc', below, '/shop/2.0/index.html'],
    ['docs/modules/admin/pages/users/add.adoc', below, '/shop/2.0/admin/users/add.html'],
    ['docs/modules/admin/attachments/plan.pdf', below, '/shop/2.0/admin/_attachments/plan.pdf'],
    ['docs/modules/ROOT/partials/note.adoc', below, null],
    ['docs/modules/ROOT/pages/_part.adoc', below, null],
    ['docs/modules/ROOT/nav.adoc', below, null],
    ['other/modules/ROOT/pages/index.adoc', below, null],
    ['README.adoc', below, null],
    ['users/add.adoc', above, '/shop/users/add.html'],
    ['modules/ROOT/pages/index.adoc', root, '/index.html'],
  ])('is for %s: %j', (path, component, address) => {
    expect(antoraAddress(path, [component])).toBe(address);
  });
});

describe('front matter', () => {
  it.each([
    ['---\nslug: /a\ndraft: true\n---\n# A', { slug: '/a', draft: true }],
    ['---\r\nid: "b"   # why\r\ntitle: x\r\n---\r\n', { id: 'b', draft: false }],
    ['+++\nslug = "c"\nurl = \'/d/\'\n+++\n', { slug: 'c', url: '/d/', draft: false }],
    ['---\nnested:\n  slug: no\n---\n', { draft: false }],
    ['# A\n\n---\nslug: no\n---\n', { draft: false }],
    ['---\nslug: never closed', { draft: false }],
  ])('is read from %j', (text, front) => {
    expect(readFrontMatter(text)).toEqual(front);
  });
});

describe('the generator of a folder', () => {
  const made = (name: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, name, path)), { recursive: true });
      writeFileSync(join(home, name, path), text);
    }
    return (folder: string) => join(home, name, folder);
  };

  it.each([
    ['docusaurus', { 'docusaurus.config.ts': '', 'docs/a.md': '' }, 'docs', false],
    ['vitepress', { 'docs/.vitepress/config.mts': 'export default { title: "x" }' }, 'docs', false],
    ['vitepress', { 'docs/.vitepress/config.mts': 'export default { cleanUrls: true }' }, 'docs', true],
    ['mkdocs', { 'mkdocs.yml': 'site_name: x\n', 'docs/a.md': '' }, 'docs', false],
    ['mkdocs', { 'mkdocs.yml': 'use_directory_urls: false\n', 'docs/a.md': '' }, 'docs', true],
    ['hugo', { 'hugo.toml': '', 'content/docs/a.md': '' }, 'content/docs', false],
    ['starlight', { 'astro.config.mjs': 'starlight({})', 'src/content/docs/a.md': '' }, 'src/content/docs', false],
    ['sphinx', { 'docs/conf.py': "extensions = ['a']\n", 'docs/a.rst': '' }, 'docs', false],
    [
      'sphinx',
      { '.readthedocs.yaml': 'sphinx:\n  builder: dirhtml\n', 'docs/conf.py': 'project = "x"\n', 'docs/a.rst': '' },
      'docs',
      true,
    ],
    ['jekyll', { '_config.yml': 'title: x\n', 'docs/a.md': '' }, 'docs', false],
    ['jekyll', { '_config.yml': 'permalink: pretty\n', 'docs/a.md': '' }, 'docs', true],
    ['mdbook', { 'book.toml': '[book]\n', 'src/a.md': '' }, 'src', false],
    ['mintlify', { 'docs/docs.json': '{ "name": "x", "navigation": {} }', 'docs/a.mdx': '' }, 'docs', false],
    ['mintlify', { 'mint.json': '{"navigation":[]}', 'a/b.mdx': '' }, 'a', false],
    ['plain', { 'docs/docs.json': '{ "documents": [] }', 'docs/b.md': '' }, 'docs', false],
    ['gitbook', { 'docs/.gitbook.yaml': 'structure:\n  readme: README.md\n', 'docs/a.md': '' }, 'docs', false],
    ['gitbook', { 'docs/.gitbook/assets/a.txt': '', 'docs/a/b.md': '' }, 'docs/a', false],
    ['plain', { 'docs/conf.py': 'debug = True\n', 'docs/a.rst': '' }, 'docs', false],
    ['plain', { 'astro.config.mjs': 'react()', 'src/content/docs/a.md': '' }, 'src/content/docs', false],
    ['plain', { 'docusaurus.config.ts': '', 'other/.git/x': '', 'other/docs/a.md': '' }, 'other/docs', false],
  ])('is found: %s in %j', (site, files, folder, otherForm) => {
    const at = made(
      `site-${JSON.stringify(files).length}-${folder.replaceAll('/', '-')}`,
      files as unknown as Record<string, string>,
    );
    expect(detectSite(at(folder))).toMatchObject({ site, otherForm });
  });

  it('has its pages in a folder of its own, if the settings are in the given one', () => {
    const at = made('whole', { 'mkdocs.yml': 'site_name: x\n', 'docs/guide/a.md': '', 'README.md': '' });
    const rules = detectSite(at('.'));
    expect(rules).toEqual({ site: 'mkdocs', otherForm: false, pages: 'docs', skipped: ['site'] });
    expect(pageAddress('docs/guide/a.md', { draft: false }, rules)).toBe('/guide/a/');
    expect([isInSite('docs/guide/a.md', rules), isInSite('README.md', rules)]).toEqual([true, false]);
  });

  it('has its pages where GitBook is told, which serves them at the root', () => {
    const at = made('gitbook-root', { '.gitbook.yaml': 'root: ./docs/ # here\n', 'docs/a.md': '' });
    const rules = detectSite(at('.'));
    expect(rules).toEqual({ site: 'gitbook', otherForm: false, pages: 'docs' });
    expect(pageAddress('docs/guide/README.md', { draft: false }, rules)).toBe('/guide');
    expect(detectSite(at('docs'))).toEqual({ site: 'gitbook', otherForm: false });
  });

  it.each([
    ['docusaurus', 'docusaurus.config.ts', 'build/docs/intro.html'],
    ['mkdocs', 'mkdocs.yml', 'site/intro/index.html'],
    ['hugo', 'hugo.toml', 'public/intro/index.html'],
    ['hugo', 'hugo.toml', 'themes/book/README.md'],
    ['hugo', 'hugo.toml', 'layouts/_default/baseof.html'],
    ['starlight', 'astro.config.mjs', 'dist/intro/index.html'],
    ['mdbook', 'book.toml', 'book/intro.html'],
    ['jekyll', '_config.yml', '_site/intro.html'],
  ])('does not publish what it has built, nor its theme: %s, %s, %s', (site, settings, path) => {
    const at = made(`built-${site}`, { [settings]: 'starlight({})', [path]: '' });
    const rules = detectSite(at('.'));
    expect(rules.site).toBe(site);
    expect(pageAddress(path, { draft: false }, rules)).toBeNull();
  });

  describe('of Docusaurus with versions and languages', () => {
    const i18n = "i18n: { defaultLocale: 'en', locales: ['en', 'de'] }";
    const german = 'i18n/de/docusaurus-plugin-content-docs';
    const site = (name: string, config: string, versions: string | null) =>
      made(`docusaurus-${name}`, {
        'docusaurus.config.js': `export default { ${config} };`,
        ...(versions !== null && { 'versions.json': versions }),
        'docs/a.md': '',
        'versioned_docs/version-1.0/guide/a.md': '',
      });
    const both = site('both', `${i18n}, presets: [['classic', { docs: {} }]]`, '["2.0", "1.0"]');
    const top =
      "docs: { sidebarPath: './x.js', routeBasePath: '/', lastVersion: 'current' }, blog: { routeBasePath: 'b' }";
    const atTop = site('top', `${i18n}, presets: [['classic', { ${top} }]]`, '["1.0"]');

    it.each([
      [both, 'docs/a.md', '/docs/next/a', { version: 'current', language: 'en' }],
      [both, 'versioned_docs/version-2.0/a.md', '/docs/a', { version: '2.0', language: 'en' }],
      [both, 'versioned_docs/version-1.0/1-b/a.md', '/docs/1.0/b/a', { version: '1.0', language: 'en' }],
      [both, `${german}/current/a.md`, '/de/docs/next/a', { version: 'current', language: 'de' }],
      [both, `${german}/version-2.0/index.md`, '/de/docs/', { version: '2.0', language: 'de' }],
      [both, `${german}/version-1.0/a.md`, '/de/docs/1.0/a', { version: '1.0', language: 'de' }],
      [both, 'blog/a.md', '/blog/a', {}],
      [atTop, 'docs/a.md', '/a', { version: 'current', language: 'en' }],
      [atTop, 'docs/index.md', '/', { version: 'current', language: 'en' }],
      [atTop, 'versioned_docs/version-1.0/a.md', '/1.0/a', { version: '1.0', language: 'en' }],
      [atTop, `${german}/version-1.0/a.md`, '/de/1.0/a', { version: '1.0', language: 'de' }],
    ])('%#: %s is at %s', (at, path, address, metadata) => {
      const rules = detectSite(at('.'));
      expect(pageAddress(path, { draft: false }, rules)).toBe(address);
      expect(pageMetadata(path, rules)).toEqual(metadata);
    });

    it('puts a slug below the version', () => {
      expect(pageAddress('versioned_docs/version-1.0/a.md', { slug: '/x', draft: false }, detectSite(both('.')))).toBe(
        '/docs/1.0/x',
      );
    });

    it('has the base address of the folder of one version, which says the same of its pages', () => {
      const rules = detectSite(both('versioned_docs/version-1.0'));
      expect(pageAddress('guide/a.md', { draft: false }, rules)).toBe('/guide/a');
      expect(pageMetadata('guide/a.md', rules)).toEqual({ version: '1.0', language: 'en' });
      expect(pageMetadata('a.md', detectSite(both('docs')))).toEqual({ version: 'current', language: 'en' });
    });

    it.each([
      ['none', null],
      ['broken', 'not JSON'],
      ['odd', '{"1.0": true}'],
    ])('says nothing without several: %s', (name, versions) => {
      const rules = detectSite(site(name, "i18n: { defaultLocale: 'en', locales: ['en'] }", versions)('.'));
      expect(pageAddress('docs/a.md', { draft: false }, rules)).toBe('/docs/a');
      expect(pageMetadata('docs/a.md', rules)).toEqual({});
    });
  });

  describe('with a folder for each language', () => {
    const vitepress = (name: string, config: string) => {
      const at = made(`languages-${name}`, { 'docs/.vitepress/config.ts': `export default { ${config} };` });
      return detectSite(at('docs'));
    };
    const starlight = (name: string, options: string) => {
      const config = `export default defineConfig({ integrations: [starlight({ ${options} })] });`;
      const at = made(`languages-${name}`, { 'astro.config.mjs': config, 'src/content/docs/de/a.md': '' });
      return { whole: detectSite(at('.')), pages: detectSite(at('src/content/docs')) };
    };
    const german = "de: { label: 'Deutsch', lang: 'de-DE' }";

    it.each([
      ['root', `locales: { root: { label: 'English', lang: 'en' }, ${german} }`, 'en', 'de-DE'],
      ['default', `locales: { root: { label: 'English' }, '/de/': { label: 'Deutsch' } }`, 'en-US', 'en-US'],
      ['site', `lang: "en-GB", locales: { root: { label: 'English' }, ${german} }`, 'en-GB', 'de-DE'],
      [
        'comment',
        `// locales: { root: {}, fr: {} }\n lang: 'en', locales: { /* two */ root: {}, ${german} }`,
        'en',
        'de-DE',
      ],
      [
        'search',
        `themeConfig: { search: { options: { locales: { x: {}, de: { lang: 'x' } } } } }, lang: 'en', locales: { root: {}, ${german} }`,
        'en',
        'de-DE',
      ],
      ['variable', `locales: { root: { lang: 'en' }, de }`, 'en', undefined],
      ['spread', `locales: { root: { label: 'English', ...en }, ${german} }`, undefined, 'de-DE'],
      ['computed', `locales: { root: { lang: isBritish ? 'en-GB' : 'en' }, ${german} }`, undefined, 'de-DE'],
      ['unknown', `locales: { ...others, ${german} }`, undefined, undefined],
      ['one', `locales: { root: { lang: 'en' } }`, undefined, undefined],
      ['none', `lang: 'en'`, undefined, undefined],
    ])('VitePress: %s: %s', (name, config, root, folder) => {
      const rules = vitepress(name, config);
      expect(pageMetadata('guide/a.md', rules)).toEqual(root ? { language: root } : {});
      expect(pageMetadata('de/guide/a.md', rules)).toEqual(folder ? { language: folder } : {});
      expect(pageAddress('de/guide/a.md', { draft: false }, rules)).toBe('/de/guide/a.html');
    });

    it('VitePress: each language may have settings of its own', () => {
      const german =
        "import x from 'y';\nexport const de = defineConfig({ lang: 'de-DE', themeConfig: { nav: nav() } });";
      const settings = (locales: string) => ({
        'docs/.vitepress/config/index.ts': `export default defineConfig({ ...shared, locales: { ${locales} } });`,
        'docs/.vitepress/config/shared.ts': 'export const shared = defineConfig({ cleanUrls: true });',
        'docs/.vitepress/config/en.ts': "export const en = defineConfig({ description: 'Machines' });",
        'docs/.vitepress/config/de.ts': german,
        'docs/de/guide/a.md': '',
      });
      const at = made('apart', settings("root: { label: 'English', ...en }, de: { label: 'Deutsch', ...de }"));
      expect(pageMetadata('a.md', detectSite(at('docs')))).toEqual({ language: 'en-US' });
      expect(pageMetadata('de/a.md', detectSite(at('docs')))).toEqual({ language: 'de-DE' });
      expect(pageMetadata('guide/a.md', detectSite(at('docs/de')))).toEqual({ language: 'de-DE' });
      const other = detectSite(made('apart-other', settings('root: { ...english }, de: { ...de, ...f() }'))('docs'));
      expect([pageMetadata('a.md', other), pageMetadata('de/a.md', other)]).toEqual([{}, {}]);
    });

    it('VitePress: its pages may be below the settings', () => {
      const rules = vitepress('below', `srcDir: './src', locales: { root: { lang: 'en' }, ${german} }`);
      expect(pageMetadata('src/de/a.md', rules)).toEqual({ language: 'de-DE' });
      expect(pageMetadata('de/a.md', rules)).toEqual({});
    });

    it.each([
      ['root', "locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' } }", 'en', 'de'],
      ['folders', "defaultLocale: 'en', locales: { en: { label: 'English', lang: 'en-GB' }, de: {} }", 'en-GB', 'de'],
      ['tag', "locales: { root: { lang: 'en' }, de: { lang: 'de-AT' } }", 'en', 'de-AT'],
      ['one', "defaultLocale: 'de', locales: { de: {} }", undefined, undefined],
      ['none', "title: 'Docs'", undefined, undefined],
    ])('Starlight: %s: %s', (name, options, root, folder) => {
      const { whole, pages } = starlight(`starlight-${name}`, options);
      expect(pageMetadata('a.md', pages)).toEqual(root ? { language: root } : {});
      expect(pageMetadata('de/a.md', pages)).toEqual(folder ? { language: folder } : {});
      expect(pageMetadata('src/content/docs/de/a.md', whole)).toEqual(folder ? { language: folder } : {});
      expect(pageMetadata('README.md', whole)).toEqual({});
    });
  });

  describe('of VitePress with rewrites', () => {
    const site = (name: string, config: string, files: Record<string, string> = {}) =>
      made(`rewrites-${name}`, {
        'docs/.vitepress/config.ts': `export default { ${config} };`,
        'docs/a.md': '',
        ...files,
      });
    const rules = detectSite(
      site(
        'forms',
        `rewrites: {
          'packages/:pkg/src/:slug*': ':pkg/:slug*', // of all packages
          'en/:rest(.*)': ':rest',
          'guide/old.md': 'guide/new.md',
          'notes/:name.draft.md': 'notes/:name.md',
          'odd/:id(\\\\d+)': 'numbers/:id',
        }`,
      )('docs'),
    );
    it.each([
      ['packages/pump/src/index.md', '/pump/'],
      ['packages/pump/src/api/start.md', '/pump/api/start.html'],
      ['packages/pump/README.md', '/packages/pump/README.html'],
      ['en/guide/a.md', '/guide/a.html'],
      ['guide/old.md', '/guide/new.html'],
      ['notes/spring.draft.md', '/notes/spring.html'],
      ['notes/spring.md', '/notes/spring.html'],
      ['odd/7.md', '/odd/7.html'],
    ])('%s is at %s', (path, address) => {
      expect(pageAddress(path, { draft: false }, rules)).toBe(address);
    });

    it('counts from the folder of its pages', () => {
      const config = "srcDir: './src', rewrites: { 'en/:page': ':page' }, cleanUrls: true";
      const below = detectSite(site('below', config, { 'docs/src/en/a.md': '' })('docs'));
      expect(pageAddress('src/en/a.md', { draft: false }, below)).toBe('/a');
      expect([isInSite('src/en/a.md', below), isInSite('README.md', below)]).toEqual([true, false]);
    });

    it.each([
      ['a function', 'rewrites: (id) => id.slice(3)'],
      ['a variable', 'rewrites'],
      ['no text', "rewrites: { 'en/:page': target }"],
    ])('does not know them where they are %s', (name, config) => {
      const unknown = detectSite(site(`unknown-${name.replace(' ', '-')}`, config)('docs'));
      expect(pageAddress('en/a.md', { draft: false }, unknown)).toBe('/en/a.html');
    });

    it('does not know where the pages of a folder below its settings would be', () => {
      const at = site('above', "rewrites: { 'en/:rest*': ':rest*' }", { 'docs/en/a.md': '' });
      expect(pageAddress('a.md', { draft: false }, detectSite(at('docs/en')))).toBe('/a.html');
    });
  });

  describe('of Mintlify with languages', () => {
    const site = (name: string, navigation: string) =>
      made(`mintlify-${name}`, { 'docs.json': `{ "navigation": ${navigation} }`, 'es/a.mdx': '' });
    const two = (more = '') =>
      `{ "languages": [{ "language": "en", "groups": [] }, { "language": "es"${more}, "pages": ["es/a"] }, { "language": "jp" }] }`;

    it.each([
      ['first', two(), 'en', 'es', 'ja'],
      ['default', two(', "default": true'), 'es', 'es', 'ja'],
      ['one', '{ "languages": [{ "language": "en" }] }', undefined, undefined, undefined],
      ['odd', '{ "languages": { "language": "en" } }', undefined, undefined, undefined],
      ['broken', '{ "languages": [', undefined, undefined, undefined],
    ])('%s: %s', (name, navigation, root, spanish, japanese) => {
      const rules = detectSite(site(name, navigation)('.'));
      const said = (path: string) => pageMetadata(path, rules).language;
      expect([said('guide/a.mdx'), said('es/guide/a.mdx'), said('jp/a.mdx')]).toEqual([root, spanish, japanese]);
      expect(pageAddress('es/guide/a.mdx', { draft: false }, rules)).toBe('/es/guide/a');
    });

    it('says the same of the folder of one language', () => {
      expect(pageMetadata('guide/a.mdx', detectSite(site('below', two())('es')))).toEqual({ language: 'es' });
    });
  });

  describe('of Hugo with languages', () => {
    const site = (name: string, file: string, settings: string) =>
      made(`hugo-${name}`, { [file]: settings, 'content/de/a.md': '', 'content/docs/a.md': '', 'more/fr/a.md': '' });
    const TOML = `title = 'Pumps' # of all kinds
defaultContentLanguage = "en"
[languages]
[languages.en]
contentDir = 'content/en'
languageCode = 'en-GB'
[languages.en.params]
contentDir = 'never'
[languages.de]
contentDir = "content/de/"
[languages."pt-br"]
disabled = true
contentDir = 'content/pt'
[languages.fr]
contentDir = 'more/fr'
`;
    const byFolder = site('toml', 'hugo.toml', TOML);
    const inSubdir = site(
      'subdir',
      'hugo.yaml',
      'defaultContentLanguageInSubdir: true\nlanguages:\n  en: {}\n  fr:\n    locale: fr-CA\n',
    );
    const json = site(
      'json',
      'hugo.json',
      '{ "DefaultContentLanguage": "fr", "languages": { "fr": {}, "en": { "weight": 2 } } }',
    );

    it.each<[(folder: string) => string, string, string, string | null, Record<string, string>]>([
      [byFolder, '.', 'content/en/docs/a.md', '/docs/a/', { language: 'en-GB' }],
      [byFolder, '.', 'content/de/_index.md', '/de/', { language: 'de' }],
      [byFolder, '.', 'content/pt/a.md', null, { language: 'pt-br' }],
      [byFolder, '.', 'more/fr/a.md', '/fr/a/', { language: 'fr' }],
      [byFolder, 'content', 'de/a.md', '/de/a/', { language: 'de' }],
      [byFolder, 'content/de', 'a.md', '/a/', { language: 'de' }],
      [inSubdir, '.', 'content/docs/a.md', '/en/docs/a/', { language: 'en' }],
      [inSubdir, '.', 'content/docs/a.fr.md', '/fr/docs/a/', { language: 'fr-CA' }],
      [inSubdir, '.', 'content/docs/_index.fr.md', '/fr/docs/', { language: 'fr-CA' }],
      [inSubdir, '.', 'content/docs/a.v2.md', '/en/docs/a.v2/', { language: 'en' }],
      [inSubdir, 'content/docs', 'a.md', '/a/', { language: 'en' }],
      [json, '.', 'content/a.md', '/a/', { language: 'fr' }],
      [json, '.', 'content/a.en.md', '/en/a/', { language: 'en' }],
      [json, '.', 'README.md', '/README/', {}],
    ])('%#: in %s, %s is at %s', (at, folder, path, address, metadata) => {
      const rules = detectSite(at(folder));
      expect(pageAddress(path, { draft: false }, rules)?.toLowerCase()).toBe(address?.toLowerCase());
      expect(pageMetadata(path, rules)).toEqual(metadata);
      expect(isInSite(path, rules)).toBe(path !== 'README.md');
    });

    it('puts an address of its front matter below the language, unless it begins with a slash', () => {
      const at = (url: string) => pageAddress('content/a.en.md', { draft: false, url }, detectSite(json('.')));
      expect([at('x/y/'), at('/x/y/')]).toEqual(['/en/x/y/', '/x/y/']);
    });

    it('has its pages where the settings say, in one language', () => {
      const at = made('hugo-content', { 'hugo.toml': "contentDir = './pages'\n", 'pages/a.md': '' });
      const rules = detectSite(at('.'));
      expect(pageAddress('pages/a.md', { draft: false }, rules)).toBe('/a/');
      expect([isInSite('pages/a.md', rules), isInSite('README.md', rules)]).toEqual([true, false]);
      expect(pageMetadata('pages/a.md', rules)).toEqual({});
    });

    it.each([
      ['a name of every object', 'hugo.toml', '[languages.__proto__]\ndisabled = true\n'],
      ['broken YAML', 'hugo.yaml', 'languages: [\n'],
      ['a list of languages', 'hugo.json', '{ "languages": ["en", "de"], "ignoreFiles": 7 }'],
    ])('takes no harm from %s', (_, file, settings) => {
      const rules = detectSite(site(file.replace('.', '-odd-'), file, settings)('.'));
      expect(pageAddress('content/docs/a.md', { draft: false }, rules)).toBe('/docs/a/');
      expect(({} as { disabled?: boolean }).disabled).toBeUndefined();
    });
  });

  it('may be named, and keeps its form', () => {
    const at = made('named', { 'mkdocs.yml': 'use_directory_urls: false\n', 'docs/a.md': '' });
    expect(rulesOf('mkdocs', at('docs'))).toEqual({ site: 'mkdocs', otherForm: true });
    expect(rulesOf('hugo', at('docs'))).toEqual({ site: 'hugo', otherForm: false });
    expect(() => rulesOf('antora', at('docs'))).toThrow('--site antora needs an antora.yml');
  });

  it('is Antora where a component is in, above or below it', () => {
    const at = made('antora', {
      'docs/antora.yml': DESCRIPTOR,
      'docs/modules/ROOT/pages/index.adoc': '',
      'more/api/antora.yml': 'name: ROOT\nversion: ~\n',
    });
    const attributes = [
      ['product', 'Kiln & Co'],
      ['kiln-version', '{page-component-version}.1'],
      ['beta', ''],
      ['soft', 'yes'],
    ];
    const shop = { name: 'shop', version: '2.0', title: 'The shop', attributes };
    const pages = 'modules/ROOT/pages';
    expect(detectSite(at(`docs/${pages}`)).components).toEqual([{ ...shop, above: pages, below: '' }]);
    expect(rulesOf('antora', at('docs')).components).toEqual([{ ...shop, above: '', below: '' }]);
    expect(detectSite(at('.'))).toEqual({
      ...{ site: 'antora', otherForm: false },
      components: [
        { ...shop, above: '', below: 'docs' },
        { name: '', version: '', above: '', below: 'more/api' },
      ],
    });
  });
});
