/** The size of a page before the turn that its viewer gives it. */
export interface Sheet {
  width: number;
  height: number;
}

/** How far right a point (y upwards) is, when text that was turned clockwise by so many quarters stands upright. */
export function across(turns: number, { width, height }: Sheet, x: number, y: number): number {
  if (turns === 1) return height - y;
  if (turns === 2) return width - x;
  return turns === 3 ? y : x;
}

/** How far down it is. */
export function down(turns: number, { width, height }: Sheet, x: number, y: number): number {
  if (turns === 1) return width - x;
  if (turns === 2) return y;
  return turns === 3 ? x : height - y;
}
