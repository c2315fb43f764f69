import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(HERE, 'dist');
/** The SDK from its source, everything else as a browser gets it in production. */
const CONDITIONS = ['footnote-source', 'module', 'browser', 'production'];

/**
 * Two builds. First the element as ES modules: `footnote-chat.js`, which opening loads, and `footnote-answer.js`, which
 * the first question loads. Then `widget.js`, the script tag, which names the folder of exactly those two files: their
 * address is served as immutable, so it must change whenever they do.
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
      resolve: { conditions: CONDITIONS },
      build: {
        outDir: DIST,
        emptyOutDir: true,
        lib: { entry: { 'footnote-chat': join(HERE, 'src/define.ts') }, formats: ['es'] },
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          output: { entryFileNames: '[name].js', chunkFileNames: 'footnote-answer.js', minify: true },
        },
      },
    },
    embed: {
      consumer: 'client',
      resolve: { conditions: CONDITIONS },
      build: {
        outDir: DIST,
        emptyOutDir: false,
        lib: { entry: join(HERE, 'src/embed.ts'), formats: ['iife'], name: 'Footnote', fileName: () => 'widget.js' },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { chat, embed } = builder.environments;
      if (!chat || !embed) throw new Error('The environments chat and embed are not configured.');
      await builder.build(chat);
      embed.config.define = { ...embed.config.define, FOOTNOTE_VERSION: JSON.stringify(versionOf(DIST)) };
      await builder.build(embed);
    },
  },
});

/** `0.1.0-3f9a1c2b`: the package's version, and a hash of the built modules. */
function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { version: string };
  const hash = createHash('sha256');
  for (const name of ['footnote-chat.js', 'footnote-answer.js']) hash.update(readFileSync(join(folder, name)));
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}

/** White space in CSS and HTML templates means nothing, and no minifier of JavaScript may touch it. */
function smallTemplates(): Plugin {
  return {
    name: 'small-templates',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/widget/src/') || !/\.ts$/.test(id)) return undefined;
      const css = /styles\.ts$|launcher-look\.ts$/.test(basename(id));
      const map = null;
      if (css)
        return {
          code: code.replace(/(?<=`)[^`]*(?=`)/g, (text) =>
            text
              .replace(/\/\*[\s\S]*?\*\//g, '')
              .replace(/\s+/g, ' ')
              .replace(/ ?([{};,]) ?/g, '$1')
              .replace(/(?<=[a-z-]): /g, ':')
              .replaceAll(';}', '}')
              .trim(),
          ),
          map,
        };
      // Line breaks stay where they end a comment; in a template one character does for a whole indentation.
      return { code: code.replace(/>\n\s+(?=<|\$\{)/g, '>').replace(/\n\s+/g, '\n'), map };
    },
  };
}
