import { css, html, type TemplateResult } from 'lit';
import { renderMarkdown } from '../../../widget/src/text/markdown.ts';

/** The styles of an answer's text. */
export const answerTextStyles = css`
  .answer-text { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-3); max-inline-size: 46rem; line-height: 1.6; overflow-wrap: anywhere; }
  .answer-text :is(p, ul, ol, pre, h3, h4, blockquote) { margin: 0; }
  .answer-text :is(ul, ol) { padding-inline-start: 1.5rem; }
  .answer-text ul { list-style: disc; }
  .answer-text ol { list-style: decimal; }
  .answer-text li > :is(ul, ol, p, pre, .table) { margin-block: 0.375rem; }
  .answer-text .plain { white-space: pre-wrap; }
  .answer-text code { font-family: var(--mono); font-size: 0.9em; padding: 0.1em 0.3em; border-radius: var(--space-1); background: var(--shade); }
  .answer-text pre { padding: var(--space-3); border: 1px solid var(--line); border-radius: var(--round-m); background: var(--shade); overflow-x: auto; line-height: 1.5; }
  .answer-text pre code { padding: 0; background: none; white-space: pre; overflow-wrap: normal; }
  .answer-text blockquote { display: grid; gap: var(--space-2); padding-inline-start: var(--space-3); border-inline-start: 2px solid var(--line); white-space: normal; }
  .answer-text .table { overflow-x: auto; overflow-wrap: normal; }
  .answer-text table { border-collapse: collapse; font-size: var(--text-s); }
  .answer-text :is(th, td) { padding: 0.375rem var(--space-3); text-align: start; vertical-align: top; border-block-end: 1px solid var(--line); }
  .answer-text sup { font-size: var(--text-xs); font-weight: 600; color: var(--accent-ink); line-height: 1; margin-inline-start: 0.125rem; }
`;

/** The text of an answer as its reader saw it: the widget's Markdown, with the citation markers as superscript. */
export function answerText(markdown: string): TemplateResult {
  return html`<div class="answer-text" dir="auto">${renderMarkdown(markdown, {
    marker: (id) => html`<sup>${id}</sup>`,
    code: (text) => html`<pre tabindex="0"><code>${text}</code></pre>`,
  })}</div>`;
}
