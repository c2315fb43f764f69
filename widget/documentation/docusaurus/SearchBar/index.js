import { useHistory } from '@docusaurus/router';
import { translate } from '@docusaurus/Translate';
import { usePluginData } from '@docusaurus/useGlobalData';
import { loadFootnote, openSearch } from '@footnote/widget/site-search';
import ThemeSearchBar from '@theme-init/SearchBar';
import { createElement, useEffect, useState } from 'react';
import './search-bar.css';

export default function SearchBar(props) {
  const options = usePluginData('footnote');
  const history = useHistory();
  const [isReached, setReached] = useState(true);
  useEffect(() => {
    loadFootnote(options, (path) => history.push(path)).catch(() => setReached(false));
  }, [options, history]);
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
