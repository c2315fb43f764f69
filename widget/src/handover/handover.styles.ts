import { unsafeCSS } from 'lit';
import { DESIGN } from '../base/design.ts';

/** The form for a person. */
export const handoverStyles = unsafeCSS(`
  .handover, .handover * { box-sizing: border-box; }
  .handover {
    inline-size: min(440px, 100vw - 32px); max-inline-size: none; max-block-size: 100dvh - 32px; margin: auto; padding: 0; overflow: auto;
    color: var(--text); background: var(--surface); border: 1px solid var(--border); border-radius: min(var(--radius), ${DESIGN['round-xl']});
    box-shadow: 0 18px 56px rgb(0 0 0 / .3); overflow-wrap: anywhere; line-height: 1.5; font-size: .9375em;
    font-family: var(--footnote-font, ${DESIGN.sans});
  }
  .handover::backdrop { background: rgb(0 0 0 / .45); }
  .handover-box { display: grid; gap: 14px; padding: 16px 18px 18px; }
  .handover-head { display: flex; align-items: center; gap: 8px; margin-inline-end: -8px; }
  .handover h2 { flex: 1; margin: 0; font-size: 1.1em; font-weight: 650; line-height: 1.3; }
  .handover-form, .handover-done { display: grid; gap: 14px; justify-items: start; margin: 0; }
  .handover label { display: grid; gap: 5px; inline-size: 100%; font-weight: 550; }
  .handover :is(input:not([type="checkbox"]), textarea) {
    inline-size: 100%; padding: 8px 11px; border: 1px solid var(--muted); border-radius: 10px; color: inherit; background: none;
    font: inherit; font-size: 16px; font-weight: 400; resize: vertical;
  }
  .handover textarea { min-block-size: 5.5em; }
  .handover .agree { grid-template-columns: auto 1fr; gap: 9px; align-items: start; font-weight: 400; cursor: pointer; }
  .agree input { inline-size: 18px; block-size: 18px; margin: 2px 0 0; accent-color: var(--accent); }
  .handover a { color: var(--accent-text); text-underline-offset: 2px; }
  .handover p { margin: 0; }
  .handover-failure:empty { display: none; }
  .handover-failure { padding: 8px 11px; inline-size: 100%; border: 1px solid var(--muted); border-radius: 10px; background: var(--raised); }
  .handover .retry { margin: 0; padding: 7px 16px; border-color: transparent; color: var(--on-accent); background: var(--accent); }
  .handover .retry[aria-disabled="true"] { opacity: .6; cursor: progress; }
  .handover :is(button, a, input, textarea):focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
  @media (max-width: 520px) { .handover { margin-block-end: 0; inline-size: 100vw; border-radius: 18px 18px 0 0; padding-block-end: env(safe-area-inset-bottom); } }
  @media (forced-colors: active) { .handover { border-color: CanvasText; } }
`);
