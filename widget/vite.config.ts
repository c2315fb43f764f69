import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { precompress } from '../.build/precompress.ts';
import { DESIGN } from './src/base/design.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(HERE, 'dist');
/** The SDK from its source, everything else as a browser gets it in production. */
const CONDITIONS = ['footnote-source', 'module', 'browser', 'production'];

/** What of others is in the first of the modules. */
const LICENCES = '/*! Footnote, MIT. Contains Lit, BSD-3-Clause, (c) Google LLC. */';
/** What of others is in the module of this name. */
const LICENCE_OF: Record<string, string> = { highlight: '/*! Contains sugar-high, MIT, (c) 2024 Nikhil S. */' };

/**
 * Three builds. First the element as ES modules: `footnote-chat-….js`, which opening loads, and `footnote-conversation-….js`,
 * which the first question loads, `footnote-highlight-….js`, which the first code loads, and a file for each language. Their addresses are served as immutable, so each has a hash of its content in its name.
 * Then `site-search.js`, for the pages of documentation tools, and `widget.js`, the script tag, which names the first of them, and
 * `integrity.json`, for pages that pin what they load. Last, each of them compressed: that is how the server sends them.
 */
export default defineConfig({
  root: HERE,
  logLevel: 'warn',
  publicDir: false,
  build: { target: 'es2022', modulePreload: false, reportCompressedSize: false },
  plugins: [smallTemplates()],
  environments: {
    chat: {
      consumer: 'client',
      define: { FOOTNOTE_TAG: 'true' },
      resolve: { conditions: CONDITIONS },
      build: {
        outDir: DIST,
        emptyOutDir: true,
        lib: { entry: { 'footnote-chat': join(HERE, 'src/define.ts') }, formats: ['es'] },
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: '[name]-[hash].js',
            chunkFileNames: 'footnote-[name]-[hash].js',
            minify: true,
            // Those that builders of other packages read: this is the last build.
            comments: { annotation: false },
            postBanner: ({ isEntry, name }) => (isEntry ? LICENCES : (LICENCE_OF[name] ?? '')),
          },
        },
      },
    },
    search: script('src/documentation/tag.ts', 'site-search.js'),
    embed: script('src/embed.ts', 'widget.js'),
  },
  builder: {
    async buildApp(builder) {
      const { chat, search, embed } = builder.environments;
      if (!chat || !search || !embed) throw new Error('The environments chat, search and embed are not configured.');
      await builder.build(chat);
      await builder.build(search);
      embed.config.define = { ...embed.config.define, FOOTNOTE_MODULE: JSON.stringify(modulePath(DIST)) };
      await builder.build(embed);
      writeFileSync(join(DIST, 'integrity.json'), JSON.stringify(integrity(DIST), null, 2));
      precompress(DIST, /\.(?:js|json)$/);
    },
  },
});

/** A script that pages load by a tag, beside the modules of the element. */
function script(entry: string, file: string): EnvironmentOptions {
  return {
    consumer: 'client',
    resolve: { conditions: CONDITIONS },
    build: {
      outDir: DIST,
      emptyOutDir: false,
      lib: { entry: join(HERE, entry), formats: ['iife'], name: 'Footnote', fileName: () => file },
    },
  };
}

/** `0.1.0/footnote-chat-3f9a1c2b.js`: where the server has the element, below `/widget/`. */
function modulePath(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { version: string };
  const file = readdirSync(folder).find((name) => name.startsWith('footnote-chat-'));
  if (!file) throw new Error('The element has not been built.');
  return `${version}/${file}`;
}

/** The hash of each file by its name, as a page writes it into `integrity`. */
function integrity(folder: string): Record<string, string> {
  const hashOf = (name: string) =>
    `sha384-${createHash('sha384')
      .update(readFileSync(join(folder, name)))
      .digest('base64')}`;
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return Object.fromEntries(names.sort().map((name) => [name, hashOf(name)]));
}

/** Styles with the values of the design in them: then no script brings these along. */
function withDesign(code: string): string {
  const values: Record<string, string> = DESIGN;
  return code
    .replace(/\$\{DESIGN(?:\.(\w+)|\['([\w-]+)'\])\}/g, (_, plain, quoted) => values[plain ?? quoted] ?? '')
    .replaceAll('#ffffff', '#fff');
}

/** White space in CSS and HTML templates means nothing, and no minifier of JavaScript may touch it. */
function smallTemplates(): Plugin {
  return {
    name: 'small-templates',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/widget/src/') || !/\.ts$/.test(id)) return undefined;
      const css = /styles\.ts$/.test(basename(id));
      const map = null;
      if (css)
        return {
          code: withDesign(code).replace(/(?<=`)[^`]*(?=`)/g, (text) =>
            text
              .replace(/\/\*[\s\S]*?\*\//g, '')
              .replace(/\s+/g, ' ')
              .replace(/ ?([{};,>]) ?/g, '$1')
              .replace(/(?<=[a-z-]): /g, ':')
              .replace(/="([a-z-]+)"\]/g, '=$1]')
              .replaceAll(';}', '}')
              .trim(),
          ),
          map,
        };
      // Line breaks stay where they end a comment; in a template one character does for a whole indentation.
      return { code: code.replace(/(?<=[>}])\n\s+(?=<|\$\{)/g, '').replace(/\n\s+/g, '\n'), map };
    },
  };
}
