import { css } from 'lit';

/** The styles of the frame. */
export const frameStyles = css`
  :host { display: block; min-block-size: 100vh; }
  main { outline: none; min-inline-size: 0; }
  .skip { position: fixed; inset: var(--space-3) auto auto var(--space-3); z-index: 30; }
  .skip:not(:focus) { clip-path: inset(50%); pointer-events: none; }

  .frame { display: grid; grid-template-columns: var(--sidebar) minmax(0, 1fr); min-block-size: 100vh; }
  .chrome { display: contents; }
  .bar { display: none; }
  .side { position: sticky; inset-block-start: 0; block-size: 100vh; block-size: 100dvh; overflow-y: auto; display: flex; flex-direction: column; gap: var(--space-4); padding: var(--space-4) var(--space-3); border-inline-end: 1px solid var(--line); background: var(--shade); }
  .brand { display: flex; align-items: center; gap: 0.625rem; padding: var(--space-1) var(--space-2); color: var(--ink); font-family: var(--serif); font-weight: 600; font-size: 1.125rem; text-decoration: none; }
  .side nav { flex: 1; }
  .side nav ul { display: grid; gap: 1px; }
  .side nav a { display: flex; align-items: center; gap: 0.625rem; min-block-size: var(--control); padding: 0 var(--space-2); border-radius: var(--round-m); color: var(--soft); font-weight: 500; text-decoration: none; transition: background var(--quick), color var(--quick); }
  .side nav a:hover { background: var(--hover); color: var(--ink); }
  .side nav a[aria-current] { background: light-dark(#e9ebf0, #232833); color: var(--ink); font-weight: 600; }
  .side nav a[aria-current] svg, .side nav .within svg { color: var(--accent-ink); }
  .side nav .within { color: var(--ink); font-weight: 600; }
  .side nav ul ul { margin-block: 1px var(--space-2); margin-inline-start: 1.0625rem; padding-inline-start: 0.5rem; border-inline-start: 1px solid var(--line); }
  .side nav ul ul a { min-block-size: var(--control-small); font-size: var(--text-s); }
  .side nav .apart { margin-block-start: var(--space-3); padding-block-start: var(--space-3); border-block-start: 1px solid var(--line); }
  .find { display: flex; align-items: center; gap: var(--space-2); min-block-size: var(--control-small); padding: 0 var(--space-2); border: 1px solid var(--line); border-radius: var(--round-m); background: var(--card); color: var(--soft); font: var(--text-s) / 1.3 var(--sans); text-align: start; cursor: pointer; }
  .find:hover { background: var(--hover); color: var(--ink); }
  .find span { flex: 1; }
  .find kbd { font-size: var(--text-xs); }
  @media (pointer: coarse) { .find kbd { display: none; } }
  .foot { display: grid; gap: var(--space-3); padding-block-start: var(--space-3); border-block-start: 1px solid var(--line); }

  @media (max-width: 52rem) {
    .frame { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr); }
    .bar { position: sticky; inset-block-start: 0; z-index: 15; display: flex; align-items: center; gap: var(--space-2); padding: var(--space-2) var(--space-3); border-block-end: 1px solid var(--line); background: var(--shade); font-weight: 600; }
    .side { position: fixed; inset: 0 auto 0 0; z-index: 14; inline-size: min(18rem, 85vw); padding-block-start: 4.25rem; transform: translateX(-102%); visibility: hidden; transition: transform var(--calm), visibility var(--calm); }
    .opened .side { transform: none; visibility: visible; box-shadow: var(--shadow-l); }
    .brand { display: none; }
    .veil { display: block; position: fixed; inset: 0; z-index: 13; background: rgb(10 13 20 / 35%); animation: fade var(--calm); }
    @keyframes fade { from { opacity: 0; } }
  }

  @media (forced-colors: active) { .side nav a[aria-current] { outline: 2px solid Highlight; outline-offset: -2px; } }
  @media print { .chrome, .skip, .guest footer, project-guide, ui-toasts { display: none; } .frame { display: block; } }

  .guest { min-block-size: 100vh; min-block-size: 100dvh; display: grid; grid-template-rows: minmax(0, 1fr) auto; background: var(--shade); }
  .guest main { display: grid; place-items: center; padding: var(--space-6) var(--space-4); }
  .guest footer { display: flex; justify-content: center; padding: var(--space-4); }
`;
