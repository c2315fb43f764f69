/** The sheet of the API page, by whose hash the page's policy lets it in. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2230; --soft: #566074; --paper: #fff; --shade: #f5f6f9; --line: #dfe3ea; --link: #2450c4; --ours: #7a4d00; --ours-paper: #fff1d6; --get: #17633a; --post: #2450c4; --patch: #7a4d00; --delete: #a3242b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e7ef; --soft: #9da7ba; --paper: #13161d; --shade: #1b1f28; --line: #2d3441; --link: #8fb0ff; --ours: #ffcf80; --ours-paper: #3a2c10; --get: #7fd6a3; --post: #8fb0ff; --patch: #ffcf80; --delete: #ff9a9f; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, var, .verb { font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace; font-style: normal; }
p code, dd code, dt > code { font-size: .875em; overflow-wrap: anywhere; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .25rem .5rem; z-index: 1; }
.side { display: none; }
main { padding: 2rem 1.25rem 6rem; max-width: 76rem; margin: 0 auto; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0; letter-spacing: -.02em; }
h1 small { font-size: .9375rem; font-weight: 400; color: var(--soft); letter-spacing: 0; }
h2 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; margin: 4rem 0 .5rem; }
h3 { font-size: 1.125rem; line-height: 1.35; margin: 0 0 .25rem; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { font-size: .8125rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.5rem 0 .25rem; }
h4 i { text-transform: none; letter-spacing: 0; font-weight: 400; }
p { margin: .5rem 0; max-width: 46rem; }
.lead p { font-size: 1.125rem; color: var(--soft); }
article { border-top: 1px solid var(--line); padding: 1.75rem 0; }
#errors article { padding: 1rem 0 1.25rem; }
.address { display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: baseline; margin: .25rem 0 .75rem; max-width: none; }
.address code { overflow-wrap: anywhere; font-size: .9375rem; }
var { color: var(--soft); }
.verb { font-size: .75rem; font-weight: 700; letter-spacing: .02em; }
.GET { color: var(--get); } .POST { color: var(--post); } .PATCH { color: var(--patch); } .DELETE { color: var(--delete); }
.who { color: var(--soft); font-size: .9375rem; }
.ours { font: 600 .6875rem/1 system-ui, sans-serif; color: var(--ours); background: var(--ours-paper); border-radius: 99px; padding: .2em .55em; vertical-align: .12em; white-space: nowrap; }
.fields { margin: .5rem 0; font-size: .9375rem; }
.fields dt { margin-top: .7rem; }
.fields dt code { font-weight: 600; }
.fields dt i, h4 i, dt i code { color: var(--soft); font-style: normal; font-size: .875rem; }
.fields dt i code { font-weight: 400; }
.fields dd { margin: 0; color: var(--soft); }
.fields dd p { margin: 0; }
.codes { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: .35rem 1.25rem; }
.codes dt { margin: 0; }
.examples { min-width: 0; }
figure { margin: 1rem 0 0; border: 1px solid var(--line); border-radius: .6rem; background: var(--shade); overflow: hidden; }
figcaption { font-size: .8125rem; font-weight: 600; color: var(--soft); padding: .5rem .9rem 0; }
pre { margin: 0; padding: .4rem .9rem .8rem; overflow-x: auto; font-size: .8125rem; line-height: 1.55; max-height: 30rem; }
nav ul, .menu ul { list-style: none; margin: 0; padding: 0; }
nav li a, .menu li a { display: flex; gap: .5rem; align-items: baseline; color: inherit; text-decoration: none; padding: .15rem 0; line-height: 1.4; }
nav li a:hover, .menu li a:hover { color: var(--link); }
nav > ul > li > a, .menu > ul > li > a { font-weight: 600; margin-top: .8rem; }
nav ul ul, .menu ul ul { font-size: .875rem; color: var(--soft); }
nav ul ul .verb, .menu ul ul .verb { flex: 0 0 3rem; font-size: .625rem; }
.menu { border: 1px solid var(--line); border-radius: .6rem; padding: .6rem .9rem; margin: 1rem 0; }
.menu summary { font-weight: 600; cursor: pointer; }
:target > h3, dt:target { background: linear-gradient(var(--ours-paper), var(--ours-paper)) no-repeat 0 0 / .25rem 100%; padding-left: .6rem; }
@media (max-width: 36rem) { .codes { grid-template-columns: minmax(0, 1fr); } .codes dt { margin-top: .6rem; } }
@media (min-width: 64rem) {
  .side { display: block; position: fixed; inset: 0 auto 0 0; width: 19rem; overflow-y: auto; padding: 1.25rem 1.25rem 3rem; border-right: 1px solid var(--line); background: var(--shade); }
  .menu { display: none; }
  main { margin-left: 19rem; padding: 2.5rem 3rem 6rem; }
}
@media (min-width: 84rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 3rem; }
}
@media print { .side, .menu, .skip { display: none; } main { margin: 0; } pre { max-height: none; } }
`;
