import { type SVGTemplateResult, svg } from 'lit';

/** One of the things that a plot compares. */
export interface Series {
  label: string;
  /** Its colour: `--plot-1` … `--plot-3`. */
  colour: 1 | 2 | 3;
  /** One a place; null where there is none. */
  values: readonly (number | null)[];
}

/** Where things lie, in pixels. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The value at the top. */
  most: number;
  /** How many places there are side by side. */
  places: number;
}

/** The middle of a place. */
export const xOf = ({ left, width, places }: Area, at: number) => left + (width * (at + 0.5)) / places;

/** The height of a value. */
export const yOf = ({ top, height, most }: Area, value: number) => top + height * (1 - value / most);

/** The series on top of each other, one pile a place; a hair of ground between them keeps them apart in any colour. */
export function piles(series: readonly Series[], area: Area): SVGTemplateResult[] {
  const room = area.width / area.places;
  const wide = Math.max(1, Math.min(28, room * 0.72));
  return Array.from({ length: area.places }, (_, at) => {
    let below = 0;
    return svg`${series.map(({ colour, values }) => {
      const value = values[at] ?? 0;
      if (value <= 0) return svg``;
      const bottom = yOf(area, below);
      below += value;
      const top = yOf(area, below);
      const gap = bottom < area.top + area.height && bottom - top > 3 ? 1 : 0;
      return svg`<rect class="series-${colour}" x=${rounded(xOf(area, at) - wide / 2)} y=${rounded(top)} width=${rounded(wide)}
        height=${rounded(Math.max(1, bottom - top - gap))} rx=${wide > 5 ? 1.5 : 0} />`;
    })}`;
  });
}

/** A line for each series, broken where there is no value; the second and third are dashed, each its own way. */
export function lines(series: readonly Series[], area: Area): SVGTemplateResult[] {
  return series.map(({ colour, values }) => {
    const points = values.map((value, at) =>
      value === null ? null : ([rounded(xOf(area, at)), rounded(yOf(area, value))] as const),
    );
    const path = points
      .map((point, at) => (point ? `${points[at - 1] ? 'L' : 'M'}${point[0]} ${point[1]}` : ''))
      .join('');
    const near = area.width / area.places > 9;
    return svg`<path class="line series-${colour}" d=${path} />${points.map((point, at) => {
      // A value between two gaps has no line.
      const alone = !points[at - 1] && !points[at + 1];
      return point && (near || alone)
        ? svg`<circle class="series-${colour}" cx=${point[0]} cy=${point[1]} r=${near ? 2.5 : 2} />`
        : svg``;
    })}`;
  });
}

const rounded = (value: number) => Math.round(value * 10) / 10;
