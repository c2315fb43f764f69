/** The only style sheet of the document page. Its policy names it by its hash. Its properties are those of widget/src/base/design.ts. */
export const STYLE = `
:root { color-scheme: light dark;
  --paper: light-dark(#ffffff, #0f1115); --shade: light-dark(#f7f7f9, #13161b); --line: light-dark(#e5e7ec, #282d37); --edge: light-dark(#868c9c, #6d7587);
  --ink: light-dark(#14171f, #eceef3); --soft: light-dark(#59606f, #a1a9b8); --mark: light-dark(#ffe58a, #5d4b00); --accent-ink: light-dark(#2449c4, #9db4ff);
  --good: light-dark(#17693f, #7fd6a3); --warn: light-dark(#825000, #f2c275);
  --serif: "Iowan Old Style", Palatino, Georgia, serif; --sans: -apple-system, "Segoe UI", Roboto, Arial, sans-serif; --mono: ui-monospace, Menlo, Consolas, monospace; }
@media (prefers-contrast: more) { :root { --line: light-dark(#868c9c, #6d7587); --edge: light-dark(#4a5160, #aab2c2); --soft: light-dark(#343a46, #d3d8e2); --accent-ink: light-dark(#16318c, #c3d1ff); } }
* { box-sizing: border-box; }
html { scroll-padding-block: 1.5rem; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.65 var(--sans); overflow-wrap: anywhere; }
a { color: var(--accent-ink); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent-ink); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -6rem; padding: .5rem 1rem; background: var(--paper); border: 1px solid var(--edge); border-radius: 8px; z-index: 1; }
.skip:focus { inset-block-start: .75rem; }
.layout { max-inline-size: 44rem; margin-inline: auto; padding: 2.5rem 1.25rem 6rem; }
header { border-block-end: 1px solid var(--line); margin-block-end: 2rem; padding-block-end: 1.25rem; }
h1, h2, h3, h4, h5, h6 { font-family: var(--serif); font-weight: 600; line-height: 1.25; text-wrap: balance; margin-block: 2em .5em; }
h1 { font-size: 1.875rem; margin-block: 0; }
h2 { font-size: 1.5rem; } h3 { font-size: 1.25rem; } h4 { font-size: 1.0625rem; } h5, h6 { font-size: 1rem; }
article > :first-child { margin-block-start: 0; }
.place { color: var(--soft); font-size: .9375rem; margin-block: .5rem 0; }
.links { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin-block: .875rem 0; font-size: .9375rem; }
p, ul, ol, blockquote, pre, .table, [role="note"] { margin-block: 0 1rem; }
p, li, td, th { white-space: pre-line; }
ul, ol { padding-inline-start: 1.75rem; white-space: normal; }
li { margin-block: .25rem; } li > p, li > pre, li > .table, li > ul, li > ol { margin-block: .5rem; }
li.bare { list-style: none; }
code, pre { font-family: var(--mono); font-size: .875em; }
code { background: var(--shade); border: 1px solid var(--line); border-radius: 4px; padding: .1em .3em; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: 8px; padding: .875rem 1rem; overflow-x: auto; line-height: 1.55; overflow-wrap: normal; }
pre code { background: none; border: 0; padding: 0; font-size: inherit; white-space: pre; }
.table { overflow-x: auto; overflow-wrap: normal; }
table { border-collapse: collapse; font-size: .9375rem; min-inline-size: min(100%, 24rem); }
th, td { text-align: start; vertical-align: top; padding: .5rem .875rem .5rem 0; border-block-end: 1px solid var(--line); min-inline-size: 6rem; }
th { font-weight: 600; border-block-end-color: var(--edge); }
blockquote, [role="note"] { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
[role="note"] { border-color: var(--accent-ink); } .tip { border-color: var(--good); } .warning { border-color: var(--warn); }
blockquote > :last-child, [role="note"] > :last-child { margin-block-end: 0; }
mark { background: var(--mark); color: var(--ink); padding-block: .1em; border-radius: .15em; box-decoration-break: clone; scroll-margin-block: 30vh; }
code:has(> mark) { background: var(--mark); color: var(--ink); border-color: transparent; } pre code:has(> mark) { background: none; color: inherit; }
#quote:focus { outline: none; }
.page { display: flex; align-items: center; gap: .75rem; color: var(--soft); font-size: .8125rem; margin-block: 1.75rem; }
.page::before, .page::after { content: ""; flex: 1; border-block-start: 1px solid var(--line); }
.dead { padding-block-start: 20vh; } .dead h1 { margin-block-end: 1rem; }
.cut { color: var(--soft); text-align: center; letter-spacing: .3em; }
nav { font-size: .9375rem; line-height: 1.45; }
nav.outline { margin-block-end: 2rem; border: 1px solid var(--line); border-radius: 10px; padding: .25rem 1rem; }
summary { cursor: pointer; padding-block: .5rem; font-weight: 600; }
nav ul, nav ol { list-style: none; padding: 0; margin: 0 0 .5rem; }
nav li { margin: 0; } nav li a { display: block; padding-block: .25rem; color: inherit; text-decoration: none; }
nav li a:hover { text-decoration: underline; } nav a[aria-current] { font-weight: 600; color: var(--accent-ink); }
nav .number { color: var(--soft); font-variant-numeric: tabular-nums; margin-inline-end: .5em; }
nav li li a, nav .l3 { padding-inline-start: 1rem; } nav .l4, nav .l5, nav .l6 { padding-inline-start: 2rem; }
nav.turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-block-start: 3rem; border-block-start: 1px solid var(--line); padding-block-start: 1.25rem; }
nav.turn a { flex: 0 1 20rem; } nav.turn .next { text-align: end; margin-inline-start: auto; }
nav.turn span { display: block; color: var(--soft); font-size: .8125rem; }
@media (min-width: 72rem) {
  .outlined { max-inline-size: 64rem; display: grid; grid-template-columns: minmax(0, 1fr) 15rem; column-gap: 3.5rem; }
  .outlined > * { grid-column: 1; max-inline-size: 44rem; }
  .outlined > nav.outline { grid-column: 2; grid-row: 1 / span 3; align-self: start; position: sticky; inset-block-start: 1.5rem; max-block-size: calc(100vh - 3rem); overflow-y: auto; border-width: 0 0 0 1px; border-radius: 0; padding-block: 0; }
  @supports selector(::details-content) {
    .outlined details::details-content { content-visibility: visible; block-size: auto; }
    .outlined summary { pointer-events: none; list-style: none; } .outlined summary::-webkit-details-marker { display: none; }
  }
}
@media (forced-colors: active) { mark { background: Mark; color: MarkText; forced-color-adjust: none; } }
@media print {
  :root { color-scheme: light; } nav, .skip, .links { display: none; } .layout { max-inline-size: none; padding: 0; display: block; }
  body { font-size: 11pt; } pre, .table { overflow: visible; } pre code { white-space: pre-wrap; } h2, h3, h4 { break-after: avoid; } pre, tr { break-inside: avoid; }
  mark { print-color-adjust: exact; }
}
`;
