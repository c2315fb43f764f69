import { type SVGTemplateResult, svg } from 'lit';

/** A data series of a plot. */
export interface Series {
  label: string;
  /** Its colour: `--plot-1` … `--plot-4`. */
  colour: 1 | 2 | 3 | 4;
  /** One value per category; null if there is none. */
  values: readonly (number | null)[];
}

/** The plot area, in pixels. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The value at the top. */
  max: number;
  /** The number of categories on the x axis. */
  categories: number;
}

/** The x coordinate of the middle of a category. */
export const xAt = ({ left, width, categories }: Area, at: number) => left + (width * (at + 0.5)) / categories;

/** The y coordinate of a value. */
export const yAt = ({ top, height, max }: Area, value: number) => top + height * (1 - value / max);

/** Stacked bars, one per category. A gap of one pixel separates the series in any colour. */
export function stackedBars(series: readonly Series[], area: Area): SVGTemplateResult[] {
  const room = area.width / area.categories;
  const wide = Math.max(1, Math.min(28, room * 0.72));
  return Array.from({ length: area.categories }, (_, at) => {
    let below = 0;
    return svg`${series.map(({ colour, values }) => {
      const value = values[at] ?? 0;
      if (value <= 0) return svg``;
      const bottom = yAt(area, below);
      below += value;
      const top = yAt(area, below);
      const gap = bottom < area.top + area.height && bottom - top > 3 ? 1 : 0;
      return svg`<rect class="series-${colour}" x=${rounded(xAt(area, at) - wide / 2)} y=${rounded(top)} width=${rounded(wide)}
        height=${rounded(Math.max(1, bottom - top - gap))} rx=${wide > 5 ? 1.5 : 0} />`;
    })}`;
  });
}

/** A line for each series, with a gap where there is no value. Each has its own dash pattern. */
export function lines(series: readonly Series[], area: Area): SVGTemplateResult[] {
  return series.map(({ colour, values }) => {
    const points = values.map((value, at) =>
      value === null ? null : ([rounded(xAt(area, at)), rounded(yAt(area, value))] as const),
    );
    const path = points
      .map((point, at) => (point ? `${points[at - 1] ? 'L' : 'M'}${point[0]} ${point[1]}` : ''))
      .join('');
    const near = area.width / area.categories > 9;
    return svg`<path class="line series-${colour}" d=${path} />${points.map((point, at) => {
      // A value between two gaps has no line, so it gets a dot.
      const alone = !points[at - 1] && !points[at + 1];
      return point && (near || alone)
        ? svg`<circle class="series-${colour}" cx=${point[0]} cy=${point[1]} r=${near ? 2.5 : 2} />`
        : svg``;
    })}`;
  });
}

const rounded = (value: number) => Math.round(value * 10) / 10;
