import { persistentStorage } from './storage.ts';

const KEY = 'footnote.theme';

/** The themes to choose from; `auto` follows the system. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The theme that was chosen before. */
export function storedTheme(): Theme {
  return THEMES.find((theme) => theme === persistentStorage.read(KEY)) ?? 'auto';
}

/** Applies a theme and stores it. */
export function setTheme(theme: Theme): void {
  persistentStorage.write(KEY, theme === 'auto' ? null : theme);
  applyTheme(theme);
}

/** Applies a theme to the page. */
export function applyTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
