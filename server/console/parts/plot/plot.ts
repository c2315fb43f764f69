import { css, html, LitElement, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import { shared } from '../../styles/shared.ts';
import { type Area, lines, piles, type Series, xOf, yOf } from './marks.ts';
import { namedPlaces, ticksFor } from './scale.ts';

const FOOT = 22;
const HEAD = 8;

/**
 * `<ui-plot label="Questions" kind="piles" .places=${days} .series=${…}>`: figures over time. The values of the day under the
 * pointer are read out above (else their sums); with the keyboard, the arrow keys, Home and End go from day to day.
 * Attributes: `label`; `kind` either `piles` (values on top of each other) or `lines`. Properties: `places` names along the
 * foot, short and whole; `series`; `format` how a value is written; `whole` false where values have fractions.
 */
export class Plot extends LitElement {
  static override properties = {
    label: {},
    kind: {},
    places: { attribute: false },
    series: { attribute: false },
    format: { attribute: false },
    width: { state: true },
    chosen: { state: true },
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
      .series-1 { fill: var(--plot-1); stroke: none; } .series-2 { fill: var(--plot-2); stroke: none; } .series-3 { fill: var(--plot-3); stroke: none; }
      .line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
      .line.series-1 { stroke: var(--plot-1); } .line.series-2 { stroke: var(--plot-2); stroke-dasharray: 6 4; } .line.series-3 { stroke: var(--plot-3); stroke-dasharray: 1 4; }
      @media (forced-colors: active) { .series-1, .series-2, .series-3 { forced-color-adjust: none; } }
    `,
  ];
  declare label: string;
  declare kind: 'piles' | 'lines';
  declare places: readonly { short: string; whole: string }[];
  declare series: readonly Series[];
  format: (value: number) => string = String;
  width = 0;
  /** The place that is read out; null: none. */
  chosen: number | null = null;
  readonly #seen = new ResizeObserver(([entry]) => {
    this.width = Math.round(entry?.contentRect.width ?? 0);
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#seen.observe(this);
  }

  override disconnectedCallback(): void {
    this.#seen.disconnect();
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    const last = this.places.length - 1;
    return html`<div class="stack tight ${this.kind}">${this.#legend()}
      <div class="plot" role="slider" tabindex="0" aria-label="${this.label}, by day" aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${this.chosen ?? last}
        aria-valuetext=${this.#errorMessage(this.chosen ?? last)} @keydown=${this.#key} @focus=${this.#enter} @blur=${this.#leave}
        @pointermove=${this.#point} @pointerdown=${this.#point} @pointerleave=${this.#leave}>${this.width > 0 ? this.#drawing() : nothing}</div></div>`;
  }

  #legend(): TemplateResult {
    const { chosen } = this;
    return html`<div class="legend">${this.series.map(
      ({ label, colour, values }) => html`<span>${this.#swatch(colour)}${label}
        <b>${chosen === null ? this.#all(values) : this.#shown(values[chosen])}</b></span>`,
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
    const { series, kind, places, width } = this;
    const height = width < 400 ? 150 : 180;
    const ticks = ticksFor(this.#most());
    const left = Math.max(...ticks.map((tick) => this.format(tick).length)) * 6.5 + 8;
    const area: Area = {
      left,
      top: HEAD,
      width: Math.max(1, width - left),
      height: height - HEAD - FOOT,
      most: ticks.at(-1) ?? 1,
      places: places.length,
    };
    return html`<svg viewBox="0 0 ${width} ${height}" height=${height} aria-hidden="true">
      ${this.#band(area)}
      ${ticks.map(
        (
          tick,
        ) => svg`<line class="rule ${tick === 0 ? 'ground' : ''}" x1=${left} x2=${width} y1=${yOf(area, tick)} y2=${yOf(area, tick)} />
        <text x=${left - 8} y=${yOf(area, tick) + 4} text-anchor="end">${this.format(tick)}</text>`,
      )}
      ${this.#foot(area, height)}
      ${kind === 'lines' ? lines(series, area) : piles(series, area)}
    </svg>`;
  }

  /** The names of places; of the one that is read out, its whole name alone. */
  #foot(area: Area, height: number): SVGTemplateResult[] {
    const { chosen, places, width } = this;
    const named = chosen === null ? namedPlaces(places.length, area.width) : [chosen];
    return named.map((at) => {
      const name = chosen === null ? places[at]?.short : places[at]?.whole;
      const half = (name?.length ?? 0) * 3.2;
      const x = Math.max(area.left + half - 8, Math.min(xOf(area, at), width - half));
      return svg`<text class=${chosen === null ? '' : 'read'} x=${x} y=${height - 4} text-anchor="middle">${name}</text>`;
    });
  }

  #band(area: Area): unknown {
    if (this.chosen === null) return nothing;
    const wide = Math.max(2, area.width / area.places);
    return svg`<rect class="band" x=${xOf(area, this.chosen) - wide / 2} y=${area.top} width=${wide} height=${area.height} />`;
  }

  /** The largest value: of all piles, or of all points. */
  #most(): number {
    const sums = this.places.map((_, at) => {
      const values = this.series.map(({ values }) => values[at] ?? 0);
      return this.kind === 'lines' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
    });
    return Math.max(0, ...sums);
  }

  /** What is said of a series while no place is read out: its sum, where that means something. */
  #all(values: Series['values']): string {
    return this.kind === 'lines' ? '' : this.format(values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  }

  #shown(value: number | null | undefined): string {
    return value === null || value === undefined ? '–' : this.format(value);
  }

  #errorMessage(at: number): string {
    const values = this.series.map(
      ({ label, values }) => `${label} ${values[at] == null ? 'none' : this.#shown(values[at])}`,
    );
    return `${this.places[at]?.whole ?? ''}: ${values.join(', ')}`;
  }

  #enter(): void {
    this.chosen ??= this.places.length - 1;
  }

  #leave(event: Event): void {
    // What the keyboard has chosen stays while it is there.
    if (event.type === 'pointerleave' && this.shadowRoot?.activeElement) return;
    this.chosen = null;
  }

  #point(event: PointerEvent): void {
    const svgElement = this.renderRoot.querySelector('.plot > svg');
    const rule = svgElement?.querySelector('.rule');
    if (!svgElement || !rule) return;
    const begin = svgElement.getBoundingClientRect().left + Number(rule.getAttribute('x1'));
    const share = (event.clientX - begin) / (svgElement.getBoundingClientRect().right - begin);
    this.chosen = within(Math.floor(share * this.places.length), this.places.length);
  }

  #key(event: KeyboardEvent): void {
    const last = this.places.length - 1;
    const at = this.chosen ?? last;
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
    this.chosen = within(to, this.places.length);
  }
}

const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));

customElements.define('ui-plot', Plot);
