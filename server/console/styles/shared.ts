import { css } from 'lit';

/** The styles of all shadow roots: basic elements and the classes that README.md lists. */
export const shared = css`
  :host { display: block; }
  :host([hidden]), [hidden] { display: none !important; }
  *, *::before, *::after { box-sizing: border-box; }
  h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
  ul, ol { list-style: none; }
  h1 { font-family: var(--serif); font-size: var(--text-xl); font-weight: 600; line-height: 1.25; outline: none; overflow-wrap: anywhere; }
  h2 { font-size: var(--text-l); font-weight: 600; line-height: 1.35; letter-spacing: -0.005em; }
  h3 { font-size: var(--text-m); font-weight: 600; line-height: 1.4; }
  p { text-wrap: pretty; }
  pre { direction: ltr; }
  code { unicode-bidi: isolate; }
  a { color: var(--accent-ink); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
  a:hover { text-decoration-thickness: 2px; }
  code, kbd, samp, pre, .mono { font-family: var(--mono); font-size: 0.93em; }
  svg { flex: none; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: var(--round-s); }
  /* Where the keyboard is put to read from there; nothing can be done with these. */
  h1:focus-visible, h2:focus-visible, main:focus-visible { outline: none; }

  /* Buttons */
  .button { display: inline-flex; align-items: center; justify-content: center; gap: var(--space-2); min-block-size: var(--control); padding: 0 var(--space-3); border: 1px solid var(--line); border-radius: var(--round-m); background: var(--card); color: var(--ink); font: 550 var(--text-m) / 1.2 var(--sans); text-decoration: none; white-space: nowrap; cursor: pointer; box-shadow: var(--shadow-s); transition: background var(--quick), border-color var(--quick), color var(--quick); }
  .button:hover { background: var(--hover); }
  .button:focus-visible { border-radius: var(--round-m); }
  .button.primary { background: var(--accent); border-color: transparent; color: var(--on-accent); }
  .button.primary:hover { background: var(--accent-hover); }
  .button.danger { color: var(--bad); }
  .button.danger:hover { background: var(--bad-shade); border-color: var(--bad); }
  .button.danger.primary { background: var(--bad); color: var(--on-bad); }
  .button.danger.primary:hover { background: var(--bad-hover); border-color: transparent; }
  .button.primary:disabled, .button.primary.danger:disabled { background: var(--sunk); border-color: var(--line); color: var(--soft); box-shadow: none; opacity: 1; }
  .button.quiet { border-color: transparent; background: none; box-shadow: none; color: var(--soft); }
  .button.quiet:hover { background: var(--hover); color: var(--ink); }
  .button.small { min-block-size: var(--control-small); padding: 0 0.625rem; font-size: var(--text-s); }
  .button.icon { padding: 0; inline-size: var(--control); }
  .button.icon.small { inline-size: var(--control-small); }
  .button.wide { inline-size: 100%; }
  .button:disabled, .button[aria-disabled="true"] { opacity: 0.55; cursor: not-allowed; }
  .button[aria-busy="true"] { cursor: progress; opacity: 1; }
  .button[aria-busy="true"]::before { content: ""; inline-size: 0.875rem; block-size: 0.875rem; border: 2px solid currentcolor; border-inline-end-color: transparent; border-radius: 50%; animation: turn 700ms linear infinite; }
  @keyframes turn { to { transform: rotate(1turn); } }
  @media (prefers-reduced-motion: reduce) { .button[aria-busy="true"]::before { animation-duration: 3s; } }

  /* Forms */
  .field { display: grid; gap: 0.375rem; align-content: start; }
  .field > label, .label { font-weight: 550; }
  .field .optional { font-weight: 400; color: var(--soft); }
  .input { inline-size: 100%; min-block-size: var(--control); padding: 0.375rem 0.625rem; border: 1px solid var(--edge); border-radius: var(--round-m); background: var(--card); color: var(--ink); font: var(--text-m) / 1.45 var(--sans); }
  .input::placeholder { color: var(--soft); opacity: 0.85; }
  .input:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; border-color: var(--accent); border-radius: var(--round-m); }
  .input[aria-invalid="true"] { border-color: var(--bad); }
  .input:disabled { background: var(--sunk); color: var(--soft); }
  textarea.input { resize: vertical; min-block-size: 3.75rem; }
  select.input { appearance: none; padding-inline-end: 2rem; background-image: linear-gradient(45deg, transparent 50%, var(--soft) 50%), linear-gradient(-45deg, transparent 50%, var(--soft) 50%); background-size: 5px 5px; background-position: calc(100% - 1rem) 55%, calc(100% - 0.6875rem) 55%; background-repeat: no-repeat; }
  @media (pointer: coarse) { .input { font-size: 1rem; } }
  .hint { color: var(--soft); font-size: var(--text-s); }
  .error { color: var(--bad); font-size: var(--text-s); display: flex; gap: 0.375rem; align-items: flex-start; }
  .error svg { margin-block-start: 0.125rem; }
  .check { display: grid; grid-template-columns: auto 1fr; gap: 0.125rem var(--space-2); align-items: start; min-block-size: 1.5rem; cursor: pointer; }
  .check input { accent-color: var(--accent); inline-size: 1rem; block-size: 1rem; margin: 0.1875rem 0 0; cursor: pointer; }
  .check .hint { grid-column: 2; }
  @media (pointer: coarse) { .check { min-block-size: 2.75rem; align-content: center; } }
  .actions { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; }

  /* Arrangement */
  .page { max-inline-size: var(--column); margin-inline: auto; padding: var(--space-6) var(--space-5) var(--space-8); display: grid; gap: var(--space-5); grid-template-columns: minmax(0, 1fr); }
  .page.narrow { max-inline-size: 44rem; }
  @media (max-width: 40rem) { .page { padding: var(--space-5) var(--space-4) var(--space-7); } }
  .head { display: flex; flex-wrap: wrap; gap: var(--space-3) var(--space-4); align-items: flex-start; justify-content: space-between; }
  .head > div:first-child { display: grid; gap: 0.25rem; min-inline-size: 0; flex: 1 1 18rem; }
  .head p { max-inline-size: 40rem; }
  .stack { display: grid; gap: var(--space-4); grid-template-columns: minmax(0, 1fr); }
  .stack.tight { gap: var(--space-2); }
  .row { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; }
  .spread { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-4); align-items: center; justify-content: space-between; }
  .grow { flex: 1 1 0; min-inline-size: 0; }
  .card { border: 1px solid var(--line); border-radius: var(--round-l); background: var(--card); padding: var(--space-5); min-inline-size: 0; }
  .card.flush { padding: 0; overflow: hidden; }
  @media (max-width: 40rem) { .card { padding: var(--space-4); } .card.flush { padding: 0; } }
  .soft { color: var(--soft); }
  .small { font-size: var(--text-s); }
  .number { font-variant-numeric: tabular-nums; }
  .cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-inline-size: 0; }
  /* A line of somebody's words is cut at its own end, but begins where all lines do. */
  .cut[dir="auto"] { text-align: left; }
  .break { overflow-wrap: anywhere; }
  .only-read { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  /* Lists of things, and tables of figures */
  .list { border: 1px solid var(--line); border-radius: var(--round-l); background: var(--card); overflow: clip; }
  .list:not(:has(> *)) { display: none; }
  .list > li, .list > .item { padding: var(--space-3) var(--space-4); display: flex; gap: var(--space-3); align-items: center; position: relative; min-block-size: 3.25rem; }
  .list > * + * { border-block-start: 1px solid var(--line); }
  .list > li:has(> a.cover, .title a.cover):hover { background: var(--hover); }
  .title { font-weight: 550; color: var(--ink); min-inline-size: 0; }
  a.cover { color: inherit; text-decoration: none; }
  a.cover.cut { display: block; }
  a.cover::after { content: ""; position: absolute; inset: 0; }
  a.cover:focus-visible { outline: none; }
  a.cover:focus-visible::after { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: var(--round-m); }
  .above { position: relative; z-index: 1; }
  .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: var(--round-l); background: var(--card); }
  table { inline-size: 100%; border-collapse: collapse; font-size: var(--text-s); }
  th { text-align: start; font-weight: 550; color: var(--soft); padding: 0.625rem var(--space-4); border-block-end: 1px solid var(--line); white-space: nowrap; }
  td { padding: 0.625rem var(--space-4); vertical-align: top; }
  tbody tr + tr td { border-block-start: 1px solid var(--line); }
  th.number, td.number { text-align: end; }
  .facts { display: grid; grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr); gap: var(--space-2) var(--space-5); }
  .facts dt { color: var(--soft); }
  .facts dd { overflow-wrap: anywhere; }

  /* Small things */
  .badge { font-family: var(--sans); display: inline-flex; align-items: center; gap: 0.3125rem; padding: 0.125rem 0.5rem; border-radius: 99px; background: var(--sunk); color: var(--soft); font-size: var(--text-xs); font-weight: 550; line-height: 1.4; white-space: nowrap; }
  .badge.good { background: var(--good-shade); color: var(--good); }
  .badge.warn { background: var(--warn-shade); color: var(--warn); }
  .badge.bad { background: var(--bad-shade); color: var(--bad); }
  .badge.accent { background: var(--accent-shade); color: var(--accent-ink); }
  .badge .dot { inline-size: 0.375rem; block-size: 0.375rem; border-radius: 50%; background: currentcolor; }
  .note { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--space-2) var(--space-3); padding: var(--space-3) var(--space-4); border-radius: var(--round-m); background: var(--sunk); color: var(--ink); }
  .note > svg { margin-block-start: 0.125rem; color: var(--soft); }
  .note > :not(svg) { grid-column: 2; }
  .note.warn { background: var(--warn-shade); } .note.warn > svg { color: var(--warn); }
  .note.bad { background: var(--bad-shade); } .note.bad > svg { color: var(--bad); }
  .note.good { background: var(--good-shade); } .note.good > svg { color: var(--good); }
  .empty { display: grid; justify-items: center; gap: var(--space-3); text-align: center; padding: var(--space-8) var(--space-4); border: 1px dashed var(--line); border-radius: var(--round-l); }
  .empty p { color: var(--soft); max-inline-size: 28rem; }
  .empty .figure { display: grid; place-items: center; inline-size: 3rem; block-size: 3rem; border-radius: 50%; background: var(--accent-shade); color: var(--accent-ink); }
  .skeleton { display: block; border-radius: var(--round-s); background: var(--sunk); min-block-size: 1rem; animation: breathe 1.6s ease-in-out infinite alternate; }
  @keyframes breathe { to { opacity: 0.45; } }
  @media (prefers-reduced-motion: reduce) { .skeleton { animation: none; } }
  .tabs { display: flex; gap: var(--space-4); overflow-x: auto; border-block-end: 1px solid var(--line); scrollbar-width: none; }
  @media (max-width: 48rem) { .tabs { flex-wrap: wrap; gap: 0 var(--space-4); } }
  .tabs a { padding: var(--space-2) 0; color: var(--soft); text-decoration: none; white-space: nowrap; border-block-end: 2px solid transparent; margin-block-end: -1px; font-weight: 550; }
  .tabs a:hover { color: var(--ink); }
  .tabs a[aria-current] { color: var(--ink); border-color: var(--accent); }
  @media (pointer: coarse) { .tabs a { padding-block: 0.75rem; } }

  /* With the reader's own colours, backgrounds and transparent borders tell nothing. */
  @media (forced-colors: active) {
    select.input { appearance: auto; background-image: none; }
    .badge { border: 1px solid; }
    .button.quiet { border-color: Canvas; }
    .tabs a:not([aria-current]) { border-color: Canvas; }
    .skeleton { border: 1px solid GrayText; }
  }

  /* On paper nothing can be pressed, and nothing scrolls. */
  @media print {
    .button, .actions, .tabs, .filters, ui-menu { display: none !important; }
    .page { max-inline-size: none; padding: 0; }
    .cut { overflow: visible; white-space: normal; overflow-wrap: anywhere; }
    .scroll { overflow: visible; }
    .card, .list > li, tr { break-inside: avoid; }
    details.card { break-inside: auto; }
    h1, h2, h3 { break-after: avoid; }
  }
`;
