/** Docusaurus: `themes: [['@footnote/widget/docusaurus', { server, project }]]` in `docusaurus.config.js`. */
import { checkedOptions, type FootnoteOptions } from './options.ts';

/** From the folder of this module. */
const THEME = '../../documentation/docusaurus';

/** The part of Docusaurus's plugins that this one uses. */
interface DocusaurusPlugin {
  name: string;
  getThemePath(): string;
  contentLoaded(given: { actions: { setGlobalData(data: unknown): void } }): void;
}

/** A theme of Docusaurus that has a search bar and nothing else. Docusaurus looks for a default export. */
export default function footnote(_context: unknown, options: FootnoteOptions): DocusaurusPlugin {
  const checked = checkedOptions(options);
  return {
    name: 'footnote',
    getThemePath: () => THEME,
    contentLoaded: ({ actions }) => actions.setGlobalData(checked),
  };
}
