/** The numbers of lines in `1,3-5,8-` or `1..5;8..-1`, which begin with 1; null for a text that names none. */
export function numberedLines(text: string, count: number): Set<number> | null {
  const numbers = new Set<number>();
  for (const part of text.split(/[,;]/)) {
    const range = /^(\d+)?\s*(?:(-|\.\.)\s*(-?\d+)?)?$/.exec(part.trim());
    if (!range || part.trim() === '') return null;
    const [, from, dash, to] = range;
    const first = Number(from ?? 1);
    const last = dash === undefined ? first : to === undefined || Number(to) < 0 ? count : Number(to);
    for (let line = first; line <= Math.min(last, count); line += 1) numbers.add(line);
  }
  return numbers.size > 0 ? numbers : null;
}

/** The lines with these numbers. */
export const linesAt = (lines: string[], numbers: Set<number>): string[] =>
  lines.filter((_, at) => numbers.has(at + 1));

/** Removes the indentation that all lines have in common. */
export function dedented(lines: string[]): string[] {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return lines.map((line) => line.slice(depth));
}

export const indented = (lines: string[], indent: string): string[] =>
  lines.map((line) => (line.trim() === '' ? '' : indent + line));
