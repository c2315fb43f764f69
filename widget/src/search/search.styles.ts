import { unsafeCSS } from 'lit';
import { DESIGN } from '../base/design.ts';

/** The search, and what the panel shows of it. */
export const searchStyles = unsafeCSS(`
  .search, .search * { box-sizing: border-box; }
  .search {
    inline-size: min(640px, 100vw - 32px); max-inline-size: none; max-block-size: min(560px, 100dvh - 64px);
    margin: 12dvh auto auto; padding: 0; overflow: hidden; color: var(--text); background: var(--surface);
    border: 1px solid var(--border); border-radius: min(var(--radius), ${DESIGN['round-xl']}); box-shadow: 0 18px 56px rgb(0 0 0 / .3);
    font-family: var(--footnote-font, ${DESIGN.sans});
    font-size: .9375em; line-height: 1.5; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%;
  }
  .search::backdrop { background: rgb(0 0 0 / .45); }
  .search-box { display: flex; flex-direction: column; max-block-size: inherit; }
  .search-field { display: flex; align-items: center; gap: 10px; flex: none; padding-block: 8px; padding-inline: 16px 8px; }
  .search-field > .icon { color: var(--muted); }
  .search-field:focus-within > .icon { color: var(--accent-text); }
  .search input {
    all: unset; box-sizing: border-box; flex: 1; min-inline-size: 0; padding-block: 8px; font-size: 1.07em; cursor: text;
  }
  .search :is(button, a):focus-visible { outline: 2px solid var(--accent-text); outline-offset: -2px; }
  .search-note { flex: none; margin: 0; padding: 12px 18px; border-block-start: 1px solid var(--border); color: var(--muted); }
  .rows { flex: 1; min-block-size: 0; overflow: auto; overscroll-behavior: contain; padding: 8px; border-block-start: 1px solid var(--border); scrollbar-width: thin; }
  .rows[hidden] { display: none; }
  .row { display: block; padding: 9px 12px; border-radius: 10px; color: inherit; text-decoration: none; cursor: pointer; scroll-margin: 8px; }
  .row[aria-selected="true"] { background: var(--tint); }
  .row-title { display: block; font-weight: 600; line-height: 1.35; }
  .row-title bdi { color: var(--muted); font-weight: 400; }
  .row-text { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; color: var(--muted); }
  .row[aria-selected="true"] .row-text { color: var(--text); }
  .row mark { color: inherit; background: none; font-weight: 700; text-decoration: underline 2px var(--accent-text); text-underline-offset: 3px; }
  .ask { display: flex; align-items: center; gap: 12px; font-weight: 550; }
  .ask .icon { margin-inline-start: auto; color: var(--accent-text); }
  .ask:dir(rtl) .icon { transform: scaleX(-1); }
  .row + .ask { margin-block-start: 4px; }

  .scope {
    display: flex; align-items: center; gap: 4px; flex: none; align-self: flex-start; margin: 0 14px 8px; padding-inline-start: 12px;
    border-radius: 10px; color: var(--accent-text); background: var(--tint); font-size: .9em;
  }
  .scope .tool { inline-size: 30px; block-size: 30px; }
  @media (max-width: 520px) {
    .search { inline-size: 100vw; max-block-size: 100dvh; margin: 0; border: 0; border-radius: 0; }
    /* Smaller text would make phones zoom in on the field. */
    .search input { font-size: 16px; }
  }
  @media (forced-colors: active) {
    .search { border-color: CanvasText; }
    .row[aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
  }
`);
