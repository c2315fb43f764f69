/** VitePress: `vite: { plugins: [footnote({ server, project })] }` in `.vitepress/config`. */
import { type FootnoteOptions, optionsModule } from './options.ts';

const COMPONENT = '@footnote/widget/documentation/Search.vue';
const SEARCH = '/VPNavBarSearch.vue';

/** The part of Vite's plugins that this one uses. */
interface VitePlugin {
  name: string;
  enforce: 'pre';
  config(): object;
  resolveId(this: { resolve(source: string): Promise<unknown> }, source: string, importer?: string): unknown;
  load(id: string): string | undefined;
}

/** A plugin of Vite that puts Footnote's search in the place of the theme's, which stays for when the server is not reached. */
export function footnote(options: FootnoteOptions): VitePlugin {
  const { resolveId, load } = optionsModule(options);
  return {
    name: 'footnote',
    enforce: 'pre',
    config: () => ({ ssr: { noExternal: ['@footnote/widget'] }, optimizeDeps: { exclude: ['@footnote/widget'] } }),
    resolveId(source, importer = '') {
      // The component itself imports the theme's.
      const isTheme = source.endsWith(SEARCH) && !/\/documentation\/Search\.vue(?:$|\?)/.test(importer);
      return isTheme ? this.resolve(COMPONENT) : resolveId(source);
    },
    load,
  };
}
