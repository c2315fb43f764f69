import { type PageSize, rotatedX, rotatedY } from './pdf-rotation.ts';
import type { Pdfium } from './pdfium.ts';

/** A straight line that a page draws: at one x or y, from and to the other. Points, y downwards. */
export interface Rule {
  at: number;
  from: number;
  to: number;
}

export interface Rules {
  horizontal: Rule[];
  vertical: Rule[];
}

/** Objects of a page that are looked at, and lines that are read. Maps and plots have more. */
const MAX_OBJECTS = 20_000;
const MAX_RULES = 4_000;
const PATH_OBJECT = 2;
/** What is drawn thicker is an area, and what is shorter a dot or a dash. */
const MAX_THICKNESS = 2.5;
const MIN_LENGTH = 6;

/** Reads the horizontal and vertical lines of an open page, rotated as its text is. Borders of tables are lines or thin areas. */
export function readRules(
  { call, memory }: Pdfium,
  page: number,
  rotation: number,
  pageSize: PageSize,
  scratch: number,
): Rules {
  const rules: Rules = { horizontal: [], vertical: [] };
  const objects = Math.min(call.FPDFPage_CountObjects(page), MAX_OBJECTS);
  for (let index = 0; index < objects; index += 1) {
    const object = call.FPDFPage_GetObject(page, index);
    if (call.FPDFPageObj_GetType(object) !== PATH_OBJECT) continue;
    if (!call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) continue;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = memory.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4);
    const [left, right] = inOrder(rotatedX(rotation, pageSize, x1, y1), rotatedX(rotation, pageSize, x2, y2));
    const [top, bottom] = inOrder(rotatedY(rotation, pageSize, x1, y1), rotatedY(rotation, pageSize, x2, y2));
    const isFlat = bottom - top <= MAX_THICKNESS;
    if (isFlat === right - left <= MAX_THICKNESS) continue;
    if (isFlat) add(rules.horizontal, { at: (top + bottom) / 2, from: left, to: right });
    else add(rules.vertical, { at: (left + right) / 2, from: top, to: bottom });
  }
  return rules;
}

function add(rules: Rule[], rule: Rule): void {
  if (rules.length < MAX_RULES && rule.to - rule.from >= MIN_LENGTH) rules.push(rule);
}

const inOrder = (a: number, b: number): [number, number] => (a < b ? [a, b] : [b, a]);
