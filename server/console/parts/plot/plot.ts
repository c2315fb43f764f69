import { css, html, LitElement, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { shared } from '../../styles/shared.ts';
import { type Area, lines, type Series, stackedBars, xAt, yAt } from './marks.ts';
import { createTicks, labelledCategories } from './scale.ts';

/** The height of the x axis and the space above the plot, in pixels. */
const AXIS_HEIGHT = 22;
const TOP_MARGIN = 8;
/** The width that a plot is drawn for when it is printed: about what its card leaves on A4 and Letter. It then fits the sheet. */
const PAPER_WIDTH = 640;

/**
 * `<ui-plot label="Questions" kind="stacked-bars" .categories=${days} .series=${…}>`: a chart over time.
 * The legend shows the values of the selected day, or the sums. The pointer, the arrow keys, Home and End select a day.
 * Attributes: `label`; `kind`: `stacked-bars` or `lines`. Properties: `categories`: the labels of the x axis, short and
 * long; `series`; `format`: formats a value.
 */
export class Plot extends LitElement {
  static override properties = {
    label: {},
    kind: {},
    categories: { attribute: false },
    series: { attribute: false },
    format: { attribute: false },
    width: { state: true },
    selected: { state: true },
  };
  static override styles = [
    shared,
    css`
      .legend { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-4); align-items: baseline; min-block-size: 1.5rem; font-size: var(--text-s); }
      .legend span { display: inline-flex; align-items: center; gap: 0.375rem; white-space: nowrap; }
      .legend b { font-weight: 600; font-variant-numeric: tabular-nums; }
      .legend b { min-inline-size: 1.5rem; }
      .lines .legend b { min-inline-size: 3rem; }
      .swatch { inline-size: 0.75rem; block-size: 0.75rem; }
      .plot { position: relative; outline-offset: 4px; touch-action: pan-y; }
      .plot > svg { display: block; inline-size: 100%; overflow: visible; }
      .plot:focus-visible { border-radius: var(--round-m); }
      text { fill: var(--soft); font: 11px var(--sans); font-variant-numeric: tabular-nums; }
      text.read { fill: var(--ink); font-weight: 600; }
      .rule { stroke: var(--line); stroke-width: 1; shape-rendering: crispEdges; }
      .ground { stroke: var(--edge); }
      .band { fill: var(--sunk); }
      .series-1 { fill: var(--plot-1); stroke: none; } .series-2 { fill: var(--plot-2); stroke: none; } .series-3 { fill: var(--plot-3); stroke: none; } .series-4 { fill: var(--plot-4); stroke: none; }
      .line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
      .line.series-1 { stroke: var(--plot-1); } .line.series-2 { stroke: var(--plot-2); stroke-dasharray: 6 4; } .line.series-3 { stroke: var(--plot-3); stroke-dasharray: 1 4; }
      @media print { .plot > svg { block-size: auto; } }
      @media (forced-colors: active) { .series-1, .series-2, .series-3, .series-4 { forced-color-adjust: none; } }
    `,
  ];
  declare label: string;
  declare kind: 'stacked-bars' | 'lines';
  declare categories: readonly { short: string; long: string }[];
  declare series: readonly Series[];
  format: (value: number) => string = String;
  width = 0;
  /** The index of the selected category, or null. */
  selected: number | null = null;
  /** The width on the screen, while it is printed. */
  #screenWidth = 0;
  readonly #resizeObserver = new ResizeObserver(([entry]) => {
    this.width = Math.round(entry?.contentRect.width ?? 0);
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizeObserver.observe(this);
    addEventListener('beforeprint', this.#onBeforePrint);
    addEventListener('afterprint', this.#onAfterPrint);
  }

  override disconnectedCallback(): void {
    this.#resizeObserver.disconnect();
    removeEventListener('beforeprint', this.#onBeforePrint);
    removeEventListener('afterprint', this.#onAfterPrint);
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    const last = this.categories.length - 1;
    return html`<div class="stack tight ${this.kind}">${this.#legend()}
      <div class="plot" role="slider" tabindex="0" aria-label="${this.label}, by day" aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${this.selected ?? last}
        aria-valuetext=${this.#valueText(this.selected ?? last)} @keydown=${this.#onKeydown} @focus=${this.#onFocus} @blur=${this.#onLeave}
        @pointermove=${this.#onPointer} @pointerdown=${this.#onPointer} @pointerleave=${this.#onLeave}>${this.width > 0 ? this.#drawing() : nothing}</div></div>`;
  }

  #legend(): TemplateResult {
    const { selected } = this;
    return html`<div class="legend">${this.series.map(
      ({ label, colour, values }) => html`<span>${this.#swatch(colour)}${label}
        <b>${selected === null ? this.#sum(values) : this.#formatValue(values[selected])}</b></span>`,
    )}</div>`;
  }

  #swatch(colour: Series['colour']): TemplateResult {
    const mark =
      this.kind === 'lines'
        ? svg`<path class="line series-${colour}" d="M0 6h12" />`
        : svg`<rect class="series-${colour}" width="12" height="12" rx="2.5" />`;
    return html`<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">${mark}</svg>`;
  }

  #drawing(): SVGTemplateResult | TemplateResult {
    const { series, kind, categories, width } = this;
    const height = width < 400 ? 150 : 180;
    const ticks = createTicks(this.#max());
    const left = Math.max(...ticks.map((tick) => this.format(tick).length)) * 6.5 + 8;
    const area: Area = {
      left,
      top: TOP_MARGIN,
      width: Math.max(1, width - left),
      height: height - TOP_MARGIN - AXIS_HEIGHT,
      max: ticks.at(-1) ?? 1,
      categories: categories.length,
    };
    return html`<svg viewBox="0 0 ${width} ${height}" height=${height} aria-hidden="true">
      ${this.#band(area)}
      ${ticks.map(
        (
          tick,
        ) => svg`<line class="rule ${tick === 0 ? 'ground' : ''}" x1=${left} x2=${width} y1=${yAt(area, tick)} y2=${yAt(area, tick)} />
        <text x=${left - 8} y=${yAt(area, tick) + 4} text-anchor="end">${this.format(tick)}</text>`,
      )}
      ${this.#xAxis(area, height)}
      ${kind === 'lines' ? lines(series, area) : stackedBars(series, area)}
    </svg>`;
  }

  /** The labels of the x axis; for a selected category, only its long label. */
  #xAxis(area: Area, height: number): SVGTemplateResult[] {
    const { selected, categories, width } = this;
    const named = selected === null ? labelledCategories(categories.length, area.width) : [selected];
    return named.map((at) => {
      const name = selected === null ? categories[at]?.short : categories[at]?.long;
      const half = (name?.length ?? 0) * 3.2;
      const x = Math.max(area.left + half - 8, Math.min(xAt(area, at), width - half));
      return svg`<text class=${selected === null ? '' : 'read'} x=${x} y=${height - 4} text-anchor="middle">${name}</text>`;
    });
  }

  #band(area: Area): unknown {
    if (this.selected === null) return nothing;
    const wide = Math.max(2, area.width / area.categories);
    return svg`<rect class="band" x=${xAt(area, this.selected) - wide / 2} y=${area.top} width=${wide} height=${area.height} />`;
  }

  /** The largest value of a bar or a point. */
  #max(): number {
    const sums = this.categories.map((_, at) => {
      const values = this.series.map(({ values }) => values[at] ?? 0);
      return this.kind === 'lines' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
    });
    return Math.max(0, ...sums);
  }

  /** The sum of a series, shown while nothing is selected. The lines have no meaningful sum. */
  #sum(values: Series['values']): string {
    return this.kind === 'lines' ? '' : this.format(values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  }

  #formatValue(value: number | null | undefined): string {
    return value === null || value === undefined ? '–' : this.format(value);
  }

  #valueText(at: number): string {
    const values = this.series.map(
      ({ label, values }) => `${label} ${values[at] == null ? 'none' : this.#formatValue(values[at])}`,
    );
    return `${this.categories[at]?.long ?? ''}: ${values.join(', ')}`;
  }

  /** The sheet is laid out right after this event, without a chance to measure it. */
  readonly #onBeforePrint = (): void => {
    this.#screenWidth = this.width;
    this.width = PAPER_WIDTH;
  };

  readonly #onAfterPrint = (): void => {
    this.width = this.#screenWidth;
  };

  #onFocus(): void {
    this.selected ??= this.categories.length - 1;
  }

  #onLeave(event: Event): void {
    // A selection by keyboard stays while the chart has the focus.
    if (event.type === 'pointerleave' && this.shadowRoot?.activeElement) return;
    this.selected = null;
  }

  #onPointer(event: PointerEvent): void {
    const svgElement = this.renderRoot.querySelector('.plot > svg');
    const rule = svgElement?.querySelector('.rule');
    if (!svgElement || !rule) return;
    const begin = svgElement.getBoundingClientRect().left + Number(rule.getAttribute('x1'));
    const share = (event.clientX - begin) / (svgElement.getBoundingClientRect().right - begin);
    this.selected = clampIndex(Math.floor(share * this.categories.length), this.categories.length);
  }

  #onKeydown(event: KeyboardEvent): void {
    const last = this.categories.length - 1;
    const at = this.selected ?? last;
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: last,
      PageUp: at - 7,
      PageDown: at + 7,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.selected = clampIndex(to, this.categories.length);
  }
}

const clampIndex = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));

customElements.define('ui-plot', Plot);
