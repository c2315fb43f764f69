import { unsafeCSS } from 'lit';
import { DESIGN } from '../base/design.ts';
import { LAUNCHER_CSS } from '../base/launcher.styles.ts';

/** Set in the build for the script tag, which renders the launcher with these styles before the element is loaded. */
declare const FOOTNOTE_TAG: true | undefined;

/**
 * The panel and everything in it but the conversation, whose styles come with it (parts/answer.styles.ts). Nothing is put into
 * these texts, so neither needs the checks of Lit's `css`, which would travel to every page.
 */
const panelStyles = unsafeCSS(`
  .root {
    --accent: var(--footnote-accent, var(--_accent));
    --on-accent: var(--footnote-on-accent, var(--_on-accent));
    --accent-text: var(--footnote-accent, light-dark(var(--_accent-on-light), var(--_accent-on-dark)));
    --surface: var(--footnote-surface, ${DESIGN.card});
    --text: var(--footnote-text, ${DESIGN.ink});
    --muted: var(--footnote-muted, ${DESIGN.soft});
    --border: var(--footnote-border, ${DESIGN.line});
    --raised: color-mix(in srgb, var(--text) 4%, var(--surface));
    --tint: color-mix(in srgb, var(--accent-text) 11%, var(--surface));
    --radius: var(--footnote-radius, ${DESIGN['round-xl']});
  }
  @media (prefers-contrast: more) {
    .root { --muted: var(--text); --border: var(--text); }
  }
  .visually-hidden {
    position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden;
    clip-path: inset(50%); white-space: nowrap;
  }
  .panel, .panel * { box-sizing: border-box; }
  .panel {
    position: fixed; z-index: var(--footnote-z-index, 2147483000);
    inset-block-end: var(--footnote-offset, 20px); right: var(--footnote-offset, 20px);
    inline-size: min(var(--footnote-width, 27.2em), 100vw - 2 * var(--footnote-offset, 20px));
    block-size: min(var(--footnote-height, 44em), 100dvh - 2 * var(--footnote-offset, 20px));
    display: flex; flex-direction: column; overflow: hidden; outline: none;
    color: var(--text); background: var(--surface);
    border: 1px solid var(--border); border-radius: var(--radius);
    box-shadow: ${DESIGN['shadow-l']};
    font-family: var(--footnote-font, ${DESIGN.sans});
    font-size: .9375em; line-height: 1.55; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%;
    animation: rise ${DESIGN.calm} cubic-bezier(.2, .8, .3, 1);
  }
  [data-large] .panel { --footnote-width: 45.3em; --footnote-height: 100dvh; }
  [data-position="bottom-left"] .panel { right: auto; left: var(--footnote-offset, 20px); }
  @keyframes rise { from { opacity: 0; transform: translateY(14px) scale(.985); } }

  .header {
    display: flex; align-items: center; gap: 2px; flex: none;
    padding-block: 12px; padding-inline: 20px 10px; border-block-end: 1px solid var(--border);
  }
  /* A page that sets a font means all of the panel. */
  h2, .greeting { font: 600 1.1em/1.3 var(--footnote-font, ${DESIGN.serif}); }
  h2 { flex: 1; min-inline-size: 0; margin: 0; }
  /* What is drawn for paper may be dark and without a ground of its own. */
  .logo, .avatar { flex: none; object-fit: contain; border-radius: 6px; background: light-dark(transparent, #fff); }
  .logo { block-size: 32px; inline-size: auto; max-inline-size: 40%; margin-inline-end: 10px; box-shadow: 0 0 0 3px light-dark(transparent, #fff); }

  button { all: unset; cursor: pointer; -webkit-tap-highlight-color: transparent; }
  button[disabled] { cursor: default; color: var(--muted); }
  .panel :focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
  .panel .scroll:focus-visible { outline-offset: -2px; }
  .icon { inline-size: 18px; block-size: 18px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }

  .tool { display: grid; place-items: center; inline-size: 36px; block-size: 36px; border-radius: 10px; color: var(--muted); }
  .tool:hover { color: var(--text); background: var(--raised); }

  /* The conversation fades out above the field instead of being cut. */
  .scroll { position: relative; flex: 1; min-block-size: 0; overflow: auto; overscroll-behavior: contain; padding: 20px 20px 26px; scrollbar-width: thin; mask-image: linear-gradient(#000 calc(100% - 24px), transparent); }

  .welcome { display: flex; flex-direction: column; gap: 8px; }
  .emblem { inline-size: 40px; block-size: 40px; padding: 9px; margin-block-end: 8px; border-radius: 12px; color: var(--accent-text); background: var(--tint); }
  .welcome .avatar { inline-size: 44px; block-size: 44px; margin-block-end: 8px; border-radius: 12px; }
  .greeting { margin: 0 0 12px; font-size: 1.4em; text-wrap: balance; }
  .suggestion {
    display: flex; align-items: center; gap: 12px; padding: 10px 14px; line-height: 1.4;
    border: 1px solid var(--border); border-radius: 12px;
  }
  .suggestion .icon { margin-inline-start: auto; color: var(--muted); }
  .suggestion:dir(rtl) .icon { transform: scaleX(-1); }
  .suggestion:hover { border-color: var(--accent-text); background: var(--tint); }
  .suggestion:hover .icon { color: var(--accent-text); }

  .failure {
    display: flex; gap: 12px; padding: 10px 14px; border: 1px solid var(--border); border-radius: 12px; background: var(--raised);
  }
  .failure .icon { margin-block-start: 2px; color: ${DESIGN.bad}; }
  .failure p { margin: 0; }
  .retry { margin-block-start: 8px; padding: 5px 14px; border: 1px solid var(--border); border-radius: 10px; background: var(--surface); font-weight: 600; font-variant-numeric: tabular-nums; }
  .retry:hover { border-color: var(--muted); }

  .composer {
    flex: none; display: flex; align-items: end; gap: 6px; margin: 0 14px 14px; padding: 5px;
    border: 1px solid var(--muted); border-radius: 12px; background: var(--surface);
  }
  .composer:focus-within { border-color: var(--accent-text); }
  textarea {
    all: unset; flex: 1; min-inline-size: 0; padding: 6px 9px; max-block-size: 9.5em; overflow: auto;
    white-space: pre-wrap; field-sizing: content; cursor: text; scrollbar-width: thin;
  }
  .panel textarea:focus-visible { outline: none; }
  /* The words of the widget have its direction, not that of an empty field. */
  :placeholder-shown { direction: inherit; }
  ::placeholder { unicode-bidi: plaintext; color: var(--muted); opacity: 1; }
  .send { display: grid; place-items: center; inline-size: 34px; block-size: 34px; border-radius: 10px; flex: none; color: var(--on-accent); background: var(--accent); }
  .send:hover { filter: brightness(1.08); }
  .send[disabled] { background: var(--raised); }

  [data-mode="modal"] .panel {
    inset: 0; margin: auto; inline-size: min(var(--footnote-width, 45.3em), 100vw - 40px);
    box-shadow: 0 0 0 100vmax rgb(0 0 0 / .45);
  }
  [data-mode="inline"] .panel { position: relative; inset: auto; z-index: auto; inline-size: auto; block-size: var(--footnote-height, 560px); box-shadow: none; animation: none; }
  @media (max-width: 520px) {
    .root:not([data-mode="inline"]) .panel {
      inset: 0 0 auto; inline-size: 100%; block-size: var(--_viewport-height, 100dvh); border: 0; border-radius: 0;
      padding-block: env(safe-area-inset-top) env(safe-area-inset-bottom);
    }
    /* Smaller text would make phones zoom in on the field. */
    textarea { font-size: max(16px, 1em); }
  }
  /* A phone on its side, or a page zoomed in on: the conversation gets the room. */
  @media (max-height: 420px) {
    .header { padding-block: 2px; }
    .scroll { padding-block: 8px 24px; }
    .composer { margin-block-end: 6px; padding: 1px; }
  }
  @media (prefers-reduced-motion: reduce) {
    .panel { animation: none; }
  }
  @media (forced-colors: active) {
    .panel { border-color: CanvasText; }
    .logo, .avatar { forced-color-adjust: none; background: #fff; }
    .send { border: 1px solid ButtonText; }
    .composer:focus-within { outline: 2px solid Highlight; }
  }
`);

/** The styles of the element: its launcher's and its panel's. */
export const styles = typeof FOOTNOTE_TAG === 'undefined' ? [unsafeCSS(LAUNCHER_CSS), panelStyles] : [panelStyles];
