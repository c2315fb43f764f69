/** The size of a page before the turn that its viewer gives it. */
export interface PageSize {
  width: number;
  height: number;
}

/** How far right a point (y upwards) is, when text that was isSideways clockwise by so many quarters stands upright. */
export function rotatedX(rotation: number, { width, height }: PageSize, x: number, y: number): number {
  if (rotation === 1) return height - y;
  if (rotation === 2) return width - x;
  return rotation === 3 ? y : x;
}

/** How far rotatedY it is. */
export function rotatedY(rotation: number, { width, height }: PageSize, x: number, y: number): number {
  if (rotation === 1) return width - x;
  if (rotation === 2) return y;
  return rotation === 3 ? x : height - y;
}
