import { css, html, type TemplateResult } from 'lit';

/** For the `styles` of a view that uses `segmentedControl`. */
export const segmentedControlStyles = css`
  .segments { display: inline-flex; flex-wrap: wrap; padding: 2px; border-radius: var(--round-m); background: var(--sunk); }
  .segments label { display: grid; place-items: center; min-block-size: calc(var(--control) - 0.375rem); padding: 0 var(--space-3); border-radius: var(--round-s); color: var(--soft); font-weight: 550; font-size: var(--text-s); cursor: pointer; }
  .segments label:hover { color: var(--ink); }
  .segments label:has(:checked) { background: var(--card); color: var(--ink); box-shadow: var(--shadow-s); }
  .segments label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
  @media (forced-colors: active) { .segments { border: 1px solid; } .segments label:has(:checked) { background: Highlight; color: HighlightText; forced-color-adjust: none; } }
  @media print { .segments label:not(:has(:checked)) { display: none; } }
  .segments input { position: absolute; opacity: 0; pointer-events: none; }
`;

/** A choice of a few options, all of them visible. */
export function segmentedControl<Value extends string>(given: {
  name: string;
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  change(value: Value): void;
}): TemplateResult {
  const { name, label, value, options, change } = given;
  return html`<fieldset class="segments"><legend class="only-read">${label}</legend>${options.map(
    (one) =>
      html`<label><input type="radio" name=${name} .checked=${one.value === value} @change=${() => change(one.value)}>${one.label}</label>`,
  )}</fieldset>`;
}
