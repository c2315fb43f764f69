import type { Rule, Rules } from './pdf-rules.ts';

/** The cells that the lines of a table enclose. Points, y downwards. */
export interface Grid {
  /** The x of its left edge, of the edges between its columns and of its right edge. */
  edges: number[];
  bands: Band[];
}

/** What is between two lines of a grid, one above the other. */
export interface Band {
  top: number;
  bottom: number;
  /** For each column, whether a line is above it; where none is, the cell above continues. */
  ruled: boolean[];
  /** For each edge between two columns: whether a line is drawn there. Absent where the table has no vertical lines. */
  divided?: boolean[];
}

/** A line across some columns of a table, in one piece or in one for each column. */
interface Span {
  at: number;
  left: number;
  right: number;
  /** The x between its pieces. */
  joints: number[];
}

/** Lines at most this far from each other are at one height. */
const SAME_HEIGHT = 1.5;
/** Edges at most this far from each other are one. */
const SAME_EDGE = 4;
/** The widest gap, in points, between the pieces of a line. */
const MAX_JOINT = 6;
const MIN_SPANS = 3;
/** The most tables of a page, and columns of a table. */
const MAX_TABLES = 40;
const MAX_EDGES = 60;
/** The share of a band's height that a line beside it has. */
const BESIDE = 0.5;
/** The share of a table's height that the lines of an edge have at least, where no joints tell it. */
const EDGE_SHARE = 0.3;

/** Finds the tables whose columns are told by lines: vertical ones, or horizontal ones with a gap between the columns. */
export function findGrids({ horizontal, vertical }: Rules): Grid[] {
  return tablesOf(spansOf(horizontal)).flatMap((spans) => gridsOf(spans, vertical));
}

function spansOf(rules: Rule[]): Span[] {
  const spans: Span[] = [];
  let level: Rule[] = [];
  const close = () => {
    spans.push(...joined(level));
    level = [];
  };
  for (const rule of rules.toSorted((a, b) => a.at - b.at)) {
    if (level[0] && rule.at - level[0].at > SAME_HEIGHT) close();
    level.push(rule);
  }
  close();
  return spans;
}

/** Joins the pieces of the lines at one height. */
function joined(pieces: Rule[]): Span[] {
  const spans: Span[] = [];
  for (const { at, from, to } of pieces.toSorted((a, b) => a.from - b.from)) {
    const span = spans.at(-1);
    if (!span || from - span.right > MAX_JOINT) {
      spans.push({ at, left: from, right: to, joints: [] });
      continue;
    }
    // One line may be drawn twice.
    if (from > span.right - SAME_EDGE) span.joints.push((from + span.right) / 2);
    span.right = Math.max(span.right, to);
  }
  return spans;
}

/** Groups lines, from top to bottom, into tables: the first is as wide as its table, the others are within it. */
function tablesOf(spans: Span[]): Span[][] {
  const tables: Span[][] = [];
  for (const span of spans) {
    const isWithin = ([first]: Span[]) =>
      first !== undefined && span.left > first.left - SAME_EDGE && span.right < first.right + SAME_EDGE;
    const table = tables.findLast(isWithin);
    if (table) table.push(span);
    else if (tables.length < MAX_TABLES) tables.push([span]);
  }
  return tables.filter(({ length }) => length >= MIN_SPANS);
}

/** One grid for each part of the lines that is framed by vertical ones; or one of all, where there are none. */
function gridsOf(spans: Span[], vertical: Rule[]): Grid[] {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  const dividers = vertical.filter(
    ({ at, from, to }) =>
      at > first.left - SAME_EDGE && at < first.right + SAME_EDGE && from < last.at && to > first.at,
  );
  if (dividers.length === 0) return gridOf(spans, dividers);
  const parts: Span[][] = [];
  for (const [index, span] of spans.entries()) {
    const above = spans[index - 1];
    if (
      above &&
      (span.at - above.at <= SAME_HEIGHT || dividers.some((divider) => isBeside(divider, above.at, span.at)))
    )
      parts.at(-1)?.push(span);
    else parts.push([span]);
  }
  return parts.flatMap((part) => gridOf(part, dividers));
}

const isBeside = (line: Rule, top: number, bottom: number) => beside(line, top, bottom) >= (bottom - top) * BESIDE;

function gridOf(spans: Span[], vertical: Rule[]): Grid[] {
  const top = spans[0]?.at ?? 0;
  const bottom = spans.at(-1)?.at ?? 0;
  const dividers = vertical.filter(({ from, to }) => from < bottom && to > top);
  const edges = edgesOf(spans, dividers, bottom - top);
  const bands = edges.length < 3 || edges.length > MAX_EDGES ? [] : bandsOf(spans, edges, dividers);
  return bands.length > 1 ? [{ edges, bands }] : [];
}

/** The left and right edges, and those between that joints on two heights or lines of some length tell. */
function edgesOf(spans: Span[], dividers: Rule[], height: number): number[] {
  const left = Math.min(...spans.map((span) => span.left));
  const right = Math.max(...spans.map((span) => span.right));
  const marks = [
    ...spans.flatMap(({ joints }) => joints.map((x) => ({ x, isJoint: true, length: 0 }))),
    ...dividers.map(({ at, from, to }) => ({ x: at, isJoint: false, length: to - from })),
  ].sort((a, b) => a.x - b.x);
  const groups: (typeof marks)[] = [];
  for (const mark of marks) {
    const start = groups.at(-1)?.[0];
    if (start && mark.x - start.x <= SAME_EDGE) groups.at(-1)?.push(mark);
    else groups.push([mark]);
  }
  const inner = groups
    .filter((group) => {
      const drawn = group.reduce((sum, { length }) => sum + length, 0);
      return drawn >= height * EDGE_SHARE || group.filter(({ isJoint }) => isJoint).length > 1;
    })
    .map((group) => group.reduce((sum, { x }) => sum + x, 0) / group.length)
    .filter((x) => x > left + MAX_JOINT && x < right - MAX_JOINT);
  return [left, ...inner, right];
}

/** The bands between the lines that cross a column at least. */
function bandsOf(spans: Span[], edges: number[], dividers: Rule[]): Band[] {
  const levels: { at: number; ruled: boolean[] }[] = [];
  for (const { at, left, right } of spans) {
    const ruled = edges
      .slice(1)
      .map((edge, column) => left < (edges[column] ?? 0) + SAME_EDGE * 1.5 && right > edge - SAME_EDGE * 1.5);
    if (!ruled.includes(true)) continue;
    const above = levels.at(-1);
    if (above && at - above.at <= SAME_HEIGHT * 2)
      above.ruled = above.ruled.map((isRuled, column) => isRuled || ruled[column] === true);
    else levels.push({ at, ruled });
  }
  const ofEdge = edges.slice(1, -1).map((x) => dividers.filter(({ at }) => Math.abs(at - x) <= SAME_EDGE));
  return levels.slice(1).map(({ at: bottom }, index) => {
    const { at: top = 0, ruled = [] } = levels[index] ?? {};
    const divided = ofEdge.map((lines) => lines.reduce((sum, line) => sum + beside(line, top, bottom), 0));
    const isLong = (length: number) => length >= (bottom - top) * BESIDE;
    return { top, bottom, ruled, ...(dividers.length > 0 && { divided: divided.map(isLong) }) };
  });
}

/** How much of a line is between two heights. */
const beside = ({ from, to }: Rule, top: number, bottom: number) =>
  Math.max(0, Math.min(to, bottom) - Math.max(from, top));

/** Returns a function that tells whether an edge between two columns is between two x at this y. */
export function edgeFinder(grids: Grid[]): (from: number, to: number, y: number) => boolean {
  const tables = grids.map(({ edges, bands }) => {
    return { inner: edges.slice(1, -1), top: bands[0]?.top ?? 0, bottom: bands.at(-1)?.bottom ?? 0 };
  });
  return (from, to, y) =>
    tables.some(({ inner, top, bottom }) => y > top && y < bottom && inner.some((x) => x > from - 1 && x < to + 1));
}
