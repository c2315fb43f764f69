/** VitePress: `vite: { plugins: [footnote({ server, project })] }` in `.vitepress/config`. */
import { type FootnoteOptions, optionsModule } from './options.ts';
import { searchLabel } from './search-labels.ts';

const COMPONENT = '@footnote/widget/documentation/Search.vue';
const SEARCH = '/VPNavBarSearch.vue';

/** The part of Vite's plugins that this one uses. */
interface VitePlugin {
  name: string;
  enforce: 'pre';
  config(): object;
  configResolved(config: { vitepress?: { site: VitePressSite } }): void;
  resolveId(this: { resolve(source: string): Promise<unknown> }, source: string, importer?: string): unknown;
  load(id: string): string | undefined;
}

/** The part of a site's settings that this plugin uses. */
interface VitePressSite {
  lang: string;
  themeConfig: Theme;
  locales: Record<string, { lang?: string; themeConfig?: Theme }>;
}

interface Theme {
  search?: { options?: Translated & { locales?: Record<string, Translated> } };
}

interface Translated {
  translations?: { button?: { buttonText?: string; buttonAriaLabel?: string } };
}

/** A plugin of Vite that puts Footnote's search in the place of the theme's, which stays for when the server is not reached. */
export function footnote(options: FootnoteOptions): VitePlugin {
  let site: VitePressSite | undefined;
  const { resolveId, load } = optionsModule(options, () => site?.locales);
  return {
    name: 'footnote',
    enforce: 'pre',
    config: () => ({ ssr: { noExternal: ['@footnote/widget'] }, optimizeDeps: { exclude: ['@footnote/widget'] } }),
    configResolved({ vitepress }) {
      site = vitepress?.site;
      if (site) labelButtons(site);
    },
    resolveId(source, importer = '') {
      // The component itself imports the theme's.
      const isTheme = source.endsWith(SEARCH) && !/\/documentation\/Search\.vue(?:$|\?)/.test(importer);
      return isTheme ? this.resolve(COMPONENT) : resolveId(source);
    },
    load,
  };
}

/** Has the theme's search button say in the language of each page what it does, unless the site has its own words for it. */
function labelButtons({ lang, themeConfig, locales }: VitePressSite): void {
  for (const [folder, locale] of Object.entries({ root: {}, ...locales } as VitePressSite['locales'])) {
    const theme = locale.themeConfig?.search ? locale.themeConfig : themeConfig;
    theme.search ??= {};
    theme.search.options ??= {};
    const { options } = theme.search;
    options.locales ??= {};
    const { translations } = options.locales[folder] ?? {};
    const given = { ...options.translations?.button, ...translations?.button };
    const { buttonText = searchLabel(locale.lang ?? lang) } = given;
    const button = { buttonText, buttonAriaLabel: buttonText, ...given };
    options.locales[folder] = { ...options.locales[folder], translations: { ...translations, button } };
  }
}
