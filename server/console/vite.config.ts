import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from '../../.build/precompress.ts';
import { WIDGET_INSTALLATION } from '../../.build/published.ts';
import { DESIGN, MORE_CONTRAST } from '../../widget/src/base/design.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = fileURLToPath(new URL('../dist/console', import.meta.url));
const WIDGET = fileURLToPath(new URL('../../widget/', import.meta.url));

/**
 * Builds the console. Its files are served below `/console/`. Their names contain a hash of their content, so that they can be
 * cached for ever; only the two HTML pages cannot.
 */
export default defineConfig(({ command }) => ({
  root: HERE,
  base: command === 'build' ? '/console/' : '/',
  logLevel: 'warn',
  publicDir: false,
  define: {
    FOOTNOTE_WIDGET: JSON.stringify(widgetModule()),
    FOOTNOTE_WIDGET_HASH: JSON.stringify(widgetHash()),
    FOOTNOTE_WIDGET_INSTALLATION: JSON.stringify(WIDGET_INSTALLATION),
  },
  // The SDK from its source, everything else as for a production browser.
  resolve: { conditions: ['footnote-source', 'module', 'browser', 'production'] },
  build: {
    target: 'es2022',
    outDir: DIST,
    emptyOutDir: true,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // Inline nothing: the content security policy allows data URLs for images only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [join(HERE, 'index.html'), join(HERE, 'preview.html')],
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
  plugins: [design(), smallStyles(), compressed()],
  // `npm run dev:console`, beside a running server.
  server: { proxy: { '^/(v1|widget|docs|health|icon)': { target: 'http://127.0.0.1:8787' } } },
}));

/** The hash of the script tag's file, for `integrity`. */
function widgetHash(): string {
  const hashes = JSON.parse(readFileSync(join(WIDGET, 'dist/integrity.json'), 'utf8')) as Record<string, string>;
  if (!hashes['widget.js'])
    throw new Error('The widget has not been built whole: build it first, the console names its hash.');
  return hashes['widget.js'];
}

/** `0.1.0/footnote-chat-3f9a1c2b.js`: the path of the widget's element below `/widget/`. */
function widgetModule(): string {
  const { version } = JSON.parse(readFileSync(join(WIDGET, 'package.json'), 'utf8')) as { version: string };
  const file = readdirSync(join(WIDGET, 'dist')).find((name) => name.startsWith('footnote-chat-'));
  if (!file) throw new Error('The widget has not been built: build it first, the console shows it.');
  return `${version}/${file}`;
}

/** Puts the design that is shared with the widget into `tokens.css`, as custom properties. */
function design(): Plugin {
  const declarations = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `--${name}: ${value};`)
      .join('\n');
  return {
    name: 'design',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('styles/tokens.css')) return undefined;
      const more = `@media (prefers-contrast: more) { :root { ${declarations(MORE_CONTRAST)} } }`;
      return { code: `${code.replace('/* design.ts */', declarations(DESIGN))}\n${more}`, map: null };
    },
  };
}

/** Minifies the styles in template literals, which JavaScript minifiers leave alone. */
function smallStyles(): Plugin {
  return {
    name: 'small-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/server/console/') || !/\.ts$/.test(basename(id))) return undefined;
      const small = (css: string) =>
        css
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/\s+/g, ' ')
          .replace(/ ?([{};,]) ?/g, '$1')
          .replaceAll(';}', '}')
          .trim();
      return { code: code.replace(/(?<=\bcss`)[^`]*(?=`)/g, small), map: null };
    },
  };
}

/** Compresses the written files. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle: () => precompress(DIST, /\.(?:js|css|html|svg)$/),
  };
}
