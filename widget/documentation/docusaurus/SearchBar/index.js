import { useHistory } from '@docusaurus/router';
import { translate } from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { usePluginData } from '@docusaurus/useGlobalData';
import { loadFootnote, openSearch } from '@footnote/widget/site-search';
import ThemeSearchBar from '@theme-init/SearchBar';
import { createElement, useEffect, useState } from 'react';
import './search-bar.css';

export default function SearchBar(props) {
  const options = usePluginData('footnote');
  const docs = usePluginData('docusaurus-plugin-content-docs');
  const { locales } = useDocusaurusContext().i18n;
  const history = useHistory();
  const [isReached, setReached] = useState(true);
  useEffect(() => {
    const versions = docs?.versions ?? [];
    const metadata = {
      ...(locales.length > 1 && { language: 'language' }),
      ...(versions.length > 1 && { version: 'version' }),
    };
    const version = versions.find(({ isLast }) => isLast)?.name;
    loadFootnote({ metadata, version, ...options }, (path) => history.push(path)).catch(() => setReached(false));
  }, [options, docs, locales, history]);
  if (!isReached) return createElement(ThemeSearchBar, props);
  return createElement(
    'button',
    { type: 'button', className: 'footnote-search', 'aria-keyshortcuts': 'Control+K', onClick: () => openSearch() },
    createElement(
      'span',
      null,
      translate({ id: 'theme.SearchBar.label', message: 'Search', description: 'The word on the search button' }),
    ),
    createElement('kbd', { 'aria-hidden': true }, 'Ctrl K'),
  );
}
