/** Docusaurus: `themes: [['@footnote/widget/docusaurus', { server, project }]]` in `docusaurus.config.js`. */
import { checkedOptions, type FootnoteOptions } from './options.ts';
import { searchLabel } from './search-labels.ts';

/** From the folder of this module. */
const THEME = '../../documentation/docusaurus';

/** The part of Docusaurus's plugins that this one uses. */
interface DocusaurusPlugin {
  name: string;
  getThemePath(): string;
  getDefaultCodeTranslationMessages(): Promise<Record<string, string>>;
  contentLoaded(given: { actions: { setGlobalData(data: unknown): void } }): void;
}

interface DocusaurusContext {
  /** Of the language that is built. */
  i18n: { currentLocale: string };
}

/** A theme of Docusaurus that has a search bar and nothing else. Docusaurus looks for a default export. */
export default function footnote({ i18n }: DocusaurusContext, options: FootnoteOptions): DocusaurusPlugin {
  const checked = checkedOptions(options);
  return {
    name: 'footnote',
    getThemePath: () => THEME,
    // Those of the site's own `code.json` come before it.
    getDefaultCodeTranslationMessages: async () => ({ 'theme.SearchBar.label': searchLabel(i18n.currentLocale) }),
    contentLoaded: ({ actions }) => actions.setGlobalData(checked),
  };
}
