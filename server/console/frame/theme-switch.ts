import { css, html, LitElement, type TemplateResult } from 'lit';
import { setTheme, storedTheme, THEMES, type Theme } from '../controllers/theme.ts';
import { type IconName, icon } from '../parts/icon.ts';
import { shared } from '../styles/shared.ts';

const LOOKS: Record<Theme, { label: string; icon: IconName }> = {
  auto: { label: 'Same as the system', icon: 'system' },
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
};

/** `<theme-switch>`: light, dark or the system's theme. */
export class ThemeSwitch extends LitElement {
  static override properties = { theme: { state: true } };
  static override styles = [
    shared,
    css`
      fieldset { display: inline-flex; padding: 2px; border-radius: var(--round-m); background: var(--sunk); }
      label { position: relative; display: grid; place-items: center; inline-size: calc(var(--control-small) + 0.125rem); block-size: var(--control-small); border-radius: var(--round-s); color: var(--soft); cursor: pointer; }
      label:hover { color: var(--ink); }
      label:has(:checked) { background: var(--card); color: var(--ink); box-shadow: var(--shadow-s); }
      label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
      @media (forced-colors: active) { label:has(:checked) { background: Highlight; color: HighlightText; forced-color-adjust: none; } }
      input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
    `,
  ];
  theme = storedTheme();

  override render(): TemplateResult {
    return html`<fieldset><legend class="only-read">Colours</legend>${THEMES.map(
      (
        theme,
      ) => html`<label title=${LOOKS[theme].label}><input type="radio" name="theme" .checked=${theme === this.theme} aria-label=${LOOKS[theme].label}
        @change=${() => this.#choose(theme)}>${icon(LOOKS[theme].icon, 16)}</label>`,
    )}</fieldset>`;
  }

  #choose(theme: Theme): void {
    this.theme = theme;
    setTheme(theme);
  }
}

customElements.define('theme-switch', ThemeSwitch);
