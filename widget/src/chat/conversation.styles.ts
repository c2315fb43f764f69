import { unsafeCSS } from 'lit';
import { DESIGN } from '../base/design.ts';

/** The conversation: questions, answers as set text, and their sources as the footnotes below them. */
export const answerStyles = unsafeCSS(`
  .turn + .turn { margin-block-start: 26px; }
  .question {
    inline-size: fit-content; max-inline-size: 88%; margin-inline-start: auto; padding: 8px 14px; white-space: pre-wrap;
    border-radius: 16px 16px 5px 16px; background: var(--tint);
  }
  .question:dir(rtl) { border-radius: 16px 16px 16px 5px; }
  .asked { display: flex; align-items: center; gap: 4px; justify-content: flex-end; }
  .asked .question { margin-inline-start: 0; }
  :is(.asked, .code, .card) .tool { inline-size: 28px; block-size: 28px; border-radius: 8px; }
  .asked .tool { opacity: .75; }
  .editing > :not(.asked) { opacity: .5; }
  .editing .tool { opacity: 1; color: var(--accent-text); background: var(--tint); }
  .answer, .unsure, .waiting, .turn .failure { margin-block-start: 14px; }
  .glue { white-space: nowrap; }
  .said { display: flex; align-items: start; gap: 12px; }
  .said > div { flex: 1; min-inline-size: 0; }
  .said > .avatar { inline-size: 26px; block-size: 26px; margin-block-start: 12px; }

  .waiting { display: flex; align-items: center; gap: 10px; color: var(--muted); }
  .dots { display: flex; gap: 4px; }
  .dots i { inline-size: 6px; block-size: 6px; border-radius: 50%; background: var(--accent-text); animation: dot 1.1s ease-in-out infinite; }
  .dots i + i { animation-delay: .15s; }
  .dots i + i + i { animation-delay: .3s; }
  @keyframes dot { 0%, 60%, 100% { opacity: .25; } 30% { opacity: 1; transform: translateY(-2px); } }

  .unsure { margin-inline-start: -12px; padding-inline-start: 10px; border-inline-start: 2px dashed var(--muted); }
  .said .unsure { margin-inline-start: 0; }
  .unsure > .icon { float: inline-start; margin-block: 3px; margin-inline-end: 4px; }
  .turn .spent .icon, .unsure > .icon { color: var(--muted); }
  /* The sentence that says so comes first, and nothing is louder than it. */
  .icon + .answer { margin: 0; color: var(--muted); }
  .icon + .answer > :first-child { color: var(--text); font-weight: 600; }
  .icon + .answer :is(strong, h3, h4) { font-weight: inherit; font-size: 1em; }
  .answer > * { animation: rise .16s ease-out backwards; }
  .answer > :nth-child(n + 2) { animation-delay: .06s; }
  .prose > :first-child { margin-block-start: 0; }
  .prose > :last-child { margin-block-end: 0; }
  .prose :where(p, ul, ol, .code, blockquote, .table) { margin: 0 0 .75em; }
  .plain { white-space: pre-wrap; }
  .prose :is(h3, h4) { margin: 1.1em 0 .4em; font-size: 1em; font-weight: 650; line-height: 1.35; }
  .prose h3 { font-size: 1.07em; }
  .prose :is(ul, ol) { padding-inline-start: 1.7em; }
  .prose li { margin-block: .2em; }
  .prose li::marker { color: var(--muted); }
  .prose li > * { margin-block: .3em 0; }
  .prose code { unicode-bidi: isolate; padding: .1em .35em; border-radius: 5px; background: var(--raised); font: .88em/1.5 ui-monospace, Menlo, Consolas, monospace; }
  .code { display: flex; align-items: start; padding: 4px; border: 1px solid var(--border); border-radius: 10px; background: var(--raised); }
  .code .tool:hover { background: var(--border); }
  .prose pre { direction: ltr; flex: 1; margin: 0; padding: 6px 8px; overflow: auto; overflow-wrap: normal; scrollbar-width: thin; }
  .prose pre code { padding: 0; white-space: pre; }
  .prose :is(pre, mark) code { background: none; }
  .prose blockquote { padding-inline-start: 12px; border-inline-start: 3px solid var(--border); color: var(--muted); }
  .prose hr { border: 0; border-block-start: 1px solid var(--border); }
  .table { overflow: auto; border: 1px solid var(--border); border-radius: 10px; overflow-wrap: normal; scrollbar-width: thin; }
  /* A shadow at the edge behind which there is more; what scrolls covers it at the end. */
  .table, .code pre {
    background: linear-gradient(90deg, var(--_ground, var(--surface)) 14px, #0000 40px) local, linear-gradient(90deg, var(--border), #0000 14px),
      linear-gradient(270deg, var(--_ground, var(--surface)) 14px, #0000 40px) local, linear-gradient(270deg, var(--border), #0000 14px);
  }
  .code { --_ground: var(--raised); }
  table { border-collapse: collapse; min-inline-size: 100%; font-size: .94em; }
  /* Two columns share the bubble; more would be narrow strips. */
  table:has(th:nth-child(3)) { inline-size: max-content; }
  /* Wider is lower, and narrower than the bubble is read without scrolling. A word that is wider than that is broken. */
  th, td { max-inline-size: min(20em, 74vw); overflow-wrap: break-word; padding: 6px 10px; text-align: start; vertical-align: top; border-block-end: 1px solid var(--border); }
  tr:last-child > td { border-block-end: 0; }
  th { font-weight: 600; border-block-end-color: var(--muted); }
  .panel a { color: var(--accent-text); text-underline-offset: 2px; unicode-bidi: isolate; }
  .host, .place { color: var(--muted); font-size: .94em; }

  .unsupported { text-decoration: underline dotted var(--muted); text-underline-offset: 3px; }
  .stopped { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; margin: 12px 0 0; color: var(--muted); font-size: .94em; }
  .stopped .retry { color: var(--text); }

  p.quiet { margin: 8px 0 0; }

  .marker {
    /* Inline, as buttons without a display are here, so that no line begins with it. */
    position: relative; inset-block-end: .42em; margin-inline: .3em .1em; padding: .12em .5em .16em;
    border-radius: 5px; color: var(--accent-text); background: var(--tint);
    font-size: .7em; font-weight: 650; line-height: 1; font-variant-numeric: tabular-nums;
  }
  /* A finger needs more than the number. */
  .marker::after { content: ""; position: absolute; inset: -6px -3px; }
  .marker:hover, .marker[aria-expanded="true"] { color: var(--on-accent); background: var(--accent); }

  .sources { list-style: none; display: flex; flex-wrap: wrap; gap: 6px; margin: 14px 0 0; padding: 0; }
  .source { display: flex; align-items: start; gap: 8px; padding: 5px 10px; border: 1px solid var(--border); border-radius: 10px; font-size: .87em; line-height: 1.4; }
  .panel a.source { color: inherit; text-decoration: none; }
  .instead { margin: 14px 0 -6px; font-weight: 600; }
  .source:hover, .source[aria-expanded="true"] { background: var(--raised); }
  .number { flex: none; min-inline-size: 1em; color: var(--accent-text); font-weight: 650; font-variant-numeric: tabular-nums; }
  .where { flex: 1; min-inline-size: 0; }
  .name { font-weight: 550; }
  .place { display: block; }

  .card {
    position: absolute; z-index: 1; inset-block: var(--_top, auto) var(--_bottom, auto); inset-inline: 12px; margin-inline: auto; max-inline-size: 440px;
    display: flex; flex-direction: column; max-block-size: min(var(--_room, 60%), 380px); overflow: hidden; outline: none;
    border: 1px solid var(--border); border-radius: 14px; background: var(--surface); font-size: .94em;
    box-shadow: 0 10px 36px rgb(0 0 0 / .24); animation: rise .14s ease-out;
  }
  .card-head { display: flex; align-items: start; gap: 8px; padding-block: 10px 6px; padding-inline: 14px 8px; line-height: 1.4; }
  .card .tool { margin-block-start: -3px; }
  .card blockquote { min-block-size: 3em; margin: 0; padding: 4px 14px 8px; overflow: auto; line-height: 1.55; scrollbar-width: thin; }
  .panel .card blockquote:focus-visible { outline-offset: -2px; }
  mark { padding: .1em .12em; margin-inline: -.12em; border-radius: 3px; color: var(--text); background: var(--footnote-mark, ${DESIGN.mark}); box-decoration-break: clone; -webkit-box-decoration-break: clone; }
  .card-foot { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding: 9px 14px 10px; border-block-start: 1px solid var(--border); }
  .card-foot a { display: inline-flex; align-items: center; gap: 5px; padding-block: 2px; font-weight: 550; text-decoration: none; }
  .card-foot a:hover { text-decoration: underline; }
  .card-foot :is(.quiet, time) { font-size: 1em; }
  :is(.actions, .card-foot) time { margin-inline-start: auto; }
  @media (max-width: 520px) {
    .card {
      inset: auto 0 0; max-inline-size: none; max-block-size: 76%; border-width: 1px 0 0; border-radius: 18px 18px 0 0;
      padding-block-end: env(safe-area-inset-bottom); box-shadow: 0 0 0 100vmax rgb(0 0 0 / .45); animation-duration: .22s;
    }
    .card blockquote { font-size: 1.05em; }
    .card .tool { inline-size: 36px; block-size: 36px; }
  }

  .quiet { display: inline-flex; align-items: center; gap: 5px; padding-block: 3px; color: var(--muted); font-size: .88em; border-radius: 6px; }
  .quiet:hover { color: var(--text); }
  :is(.asked, .code, .card, .quiet) .icon { inline-size: 15px; block-size: 15px; }
  .actions { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; margin-block-start: 8px; }
  .thumb, .again { padding: 5px; margin-inline: -5px -3px; }
  .thumb.down .icon { transform: rotate(180deg); }
  .thumb[aria-pressed="true"] { color: var(--accent-text); background: var(--tint); }
  time { color: var(--muted); font-size: .88em; font-variant-numeric: tabular-nums; }
  .comment { display: flex; align-items: center; gap: 6px; margin: 6px 0 0; }
  :is(.comment, .person, .stopped, .instead) .retry { margin: 0; }
  .comment .retry { font-size: .9em; white-space: nowrap; }
  .comment input { all: unset; flex: 1; min-inline-size: 0; padding: 5px 10px; border: 1px solid var(--muted); border-radius: 10px; font-size: .9em; }
  .person { margin: 10px 0 0; }
  .next { display: flex; flex-direction: column; gap: 6px; margin-block-start: 14px; }
  .next .suggestion { padding-block: 8px; font-size: .94em; }

  @media (prefers-reduced-motion: reduce) { .dots i { animation: none; opacity: .6; } .card, .answer > * { animation: none; } }
  @media (forced-colors: active) { .marker, .question { border: 1px solid; } }
  /* On paper, a conversation that is a part of the page is there as a whole; nothing scrolls and nothing can be pressed. */
  @media print {
    [data-mode="inline"] { display: block; color-scheme: light; }
    [data-mode="inline"] .panel { display: block; block-size: auto; overflow: visible; border: 0; }
    .header, .scroll { padding-inline: 0; }
    .scroll, .table, .prose pre { overflow: visible; mask-image: none; }
    .prose pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
    table:has(th:nth-child(3)) { inline-size: auto; }
    th, td { max-inline-size: none; }
    .question { border: 1px solid; }
    .panel :is(.composer, .scope, .card, .comment, button:not(.marker, .source)) { display: none; }
    tr, .source { break-inside: avoid; }
  }
`);
