/** The lines of a plot's scale, from 0 upwards; the last is its top. */
export function ticksFor(most: number, { whole = true, wanted = 4 } = {}): number[] {
  const top = Math.max(most, whole ? wanted : 1);
  const rough = top / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough && (!whole || each * power >= 1)) ?? 10) * power;
  const even = whole ? Math.ceil(step) : step;
  return Array.from({ length: Math.ceil(top / even) + 1 }, (_, at) => at * even);
}

/** Which of so many places along the foot are named, so that their names have room: the last, and every nth before it. */
export function namedPlaces(count: number, width: number, room = 72): number[] {
  const each = Math.max(1, Math.ceil((count * room) / Math.max(width, room)));
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % each === 0);
}
