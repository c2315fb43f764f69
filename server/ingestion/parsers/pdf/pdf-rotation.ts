/** The size of a page before it is rotated. */
export interface PageSize {
  width: number;
  height: number;
}

/** The x of a point (y upwards) once text that was rotated clockwise by `rotation` quarter turns stands upright. */
export function rotatedX(rotation: number, { width, height }: PageSize, x: number, y: number): number {
  if (rotation === 1) return height - y;
  if (rotation === 2) return width - x;
  return rotation === 3 ? y : x;
}

/** Its y, which grows downwards. */
export function rotatedY(rotation: number, { width, height }: PageSize, x: number, y: number): number {
  if (rotation === 1) return width - x;
  if (rotation === 2) return y;
  return rotation === 3 ? x : height - y;
}
