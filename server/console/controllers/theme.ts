import { browserMemory } from './storage.ts';

const KEY = 'footnote.theme';

/** What an owner may choose; `auto` follows the system. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What was chosen before. */
export function chosenTheme(): Theme {
  return THEMES.find((theme) => theme === browserMemory.read(KEY)) ?? 'auto';
}

/** Puts a theme on the page and remembers it. */
export function chooseTheme(theme: Theme): void {
  browserMemory.write(KEY, theme === 'auto' ? null : theme);
  showTheme(theme);
}

/** Puts a theme on the page. */
export function showTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
