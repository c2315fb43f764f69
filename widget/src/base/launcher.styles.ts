/**
 * The styles of the launcher, shared by the script tag, which renders it without Lit, and the element, which takes it over.
 * No imports here: this file is part of the script tag's three kilobytes.
 */
export const LAUNCHER_CSS = `
:host { display: contents; }
:host([hidden]) { display: none !important; }
.root { all: initial; color-scheme: light dark; }
[data-theme="light"] { color-scheme: light; }
[data-theme="dark"] { color-scheme: dark; }
.launcher {
  all: unset; box-sizing: border-box; position: fixed; z-index: var(--footnote-z-index, 2147483000);
  inset-block-end: max(var(--footnote-offset, 20px), env(safe-area-inset-bottom));
  right: max(var(--footnote-offset, 20px), env(safe-area-inset-right));
  display: flex; align-items: center; gap: 8px; max-inline-size: calc(100vw - 40px); block-size: 56px; padding: 0 13px; border-radius: 28px;
  font: 600 1em var(--footnote-font, system-ui); border: 1px solid transparent; cursor: pointer; -webkit-tap-highlight-color: transparent;
  color: var(--footnote-on-accent, var(--_on-accent, #fff));
  background: var(--footnote-accent, var(--_accent, #2f5bea));
  box-shadow: 0 1px 2px #0003, 0 6px 20px #0003;
  transition: transform .16s, box-shadow .16s;
}
[data-position="bottom-left"] .launcher {
  right: auto; left: max(var(--footnote-offset, 20px), env(safe-area-inset-left));
}
.launcher svg { flex: none; inline-size: 28px; block-size: 28px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.launcher:hover { transform: translateY(-2px); box-shadow: 0 2px 4px #0003, 0 10px 28px #0004; }
.launcher:active { transform: none; }
.launcher:focus-visible { outline: 3px solid light-dark(#111, #fff); outline-offset: 3px; }
.launcher[aria-busy="true"] svg { animation: breathe 1s .2s infinite alternate; }
@keyframes breathe { to { opacity: .35; } }
@media (prefers-reduced-motion: reduce) { .launcher { transition: none; } .launcher[aria-busy="true"] svg { animation: none; opacity: .6; } }
@media (forced-colors: active) { .launcher { border-color: ButtonText; } }
@media print { .root { display: none; } }
`;

/** A speech bubble with two lines of text and the mark of a footnote, in a box of 24 × 24. */
export const LAUNCHER_ICON =
  'M5.5 3.75h13A2.25 2.25 0 0 1 20.75 6v9a2.25 2.25 0 0 1-2.25 2.25H12l-4.6 3.4v-3.4H5.5A2.25 2.25 0 0 1 3.25 15V6A2.25 2.25 0 0 1 5.5 3.75ZM7.25 9.25h4M7.25 13h9.5M14.2 7.7l1.8-1v3.8';
