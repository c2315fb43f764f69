/** The ticks of the y axis, from 0 upwards; the last is its end. `whole`: only whole numbers. */
export function createTicks(max: number, { whole = true, wanted = 4 } = {}): number[] {
  const top = Math.max(max, whole ? wanted : 1);
  const rough = top / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough && (!whole || each * power >= 1)) ?? 10) * power;
  const even = whole ? Math.ceil(step) : step;
  return Array.from({ length: Math.ceil(top / even) + 1 }, (_, at) => at * even);
}

/** The indexes of the categories whose labels fit on the x axis: the last, and every nth before it. `room` is in pixels. */
export function labelledCategories(count: number, width: number, room = 72): number[] {
  const each = Math.max(1, Math.ceil((count * room) / Math.max(width, room)));
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % each === 0);
}
