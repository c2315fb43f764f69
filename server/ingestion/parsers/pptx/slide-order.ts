import { attributeNamed, childNamed, descend, elementsNamed, type XmlElement } from '../archive/xml.ts';
import type { SlideLayout } from './slide-layout.ts';
import { paragraphsOf, textOf } from './slide-text.ts';

/** Where something lies on a slide, in units of the file. */
interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Item {
  shape: XmlElement;
  area: Area | null;
}

interface PlacedItem extends Item {
  area: Area;
}

/** From the units within a group to those of the slide. */
interface Scale {
  x(value: number): number;
  y(value: number): number;
}

const SAME: Scale = { x: (value) => value, y: (value) => value };

/** More are a drawing, whose order says nothing. */
const MAX_ORDERED = 500;
/** Frames of text may overlap by this share of the smaller one: they are larger than their text. */
const MAX_OVERLAP = 0.15;
/** Labels of the columns below them are at most this share as high. */
const MAX_LABEL_HEIGHT = 0.5;
/** Of a step or a part. */
const NUMBER = /^\(?\d{1,2}[.)]?$/;

/** The shapes of a slide, those in groups too, in the order of the file. Of alternatives for old programs, the first is shown. */
export function shapesIn(tree: XmlElement): XmlElement[] {
  return tree.children.flatMap((child) => {
    if (child.name === 'grpSp') return shapesIn(child);
    if (child.name === 'AlternateContent') return shapesIn(childNamed(child, 'Choice') ?? child);
    return isShape(child) ? [child] : [];
  });
}

/**
 * The shapes that are wanted, in the order in which a slide is read: from the top down, from one side to the other. The file has
 * them in the order in which they lie on each other, in which most are that were added or moved later.
 */
export function shapesInOrder(
  tree: XmlElement,
  layout: SlideLayout,
  isWanted: (shape: XmlElement) => boolean,
): XmlElement[] {
  const paragraphs = elementsNamed(tree, 'p').length;
  const leftwards = elementsNamed(tree, 'pPr').filter(({ attributes }) => attributes.rtl === '1').length;
  const isLeftwards = leftwards * 2 > paragraphs;
  const items = itemsIn(tree, layout, SAME).filter(({ shape }) => isWanted(shape));
  const placed = items.filter((item): item is PlacedItem => item.area !== null);
  const isKnown = placed.length === items.length && items.length <= MAX_ORDERED;
  return (isKnown ? ordered(placed, isLeftwards) : items).map(({ shape }) => shape);
}

function itemsIn(tree: XmlElement, layout: SlideLayout, scale: Scale): Item[] {
  return tree.children.flatMap((child) => {
    if (child.name === 'AlternateContent') return itemsIn(childNamed(child, 'Choice') ?? child, layout, scale);
    if (child.name === 'grpSp') return itemsIn(child, layout, scaleOf(child, scale));
    return isShape(child) ? [{ shape: child, area: areaOf(child, layout, scale) }] : [];
  });
}

function scaleOf(group: XmlElement, outer: Scale): Scale {
  const frame = descend(group, 'grpSpPr', 'xfrm');
  const [left, top] = numbersOf(descend(frame, 'off'), 'x', 'y');
  const [width, height] = numbersOf(descend(frame, 'ext'), 'cx', 'cy');
  const [innerLeft, innerTop] = numbersOf(descend(frame, 'chOff'), 'x', 'y');
  const [innerWidth, innerHeight] = numbersOf(descend(frame, 'chExt'), 'cx', 'cy');
  return {
    x: (value) => outer.x(left + (value - innerLeft) * (innerWidth ? width / innerWidth : 1)),
    y: (value) => outer.y(top + (value - innerTop) * (innerHeight ? height / innerHeight : 1)),
  };
}

const isShape = ({ name }: XmlElement) => name === 'sp' || name === 'graphicFrame';

/** A placeholder without a place of its own lies where the layout has it. */
function areaOf(shape: XmlElement, layout: SlideLayout, { x, y }: Scale): Area | null {
  for (const one of [shape, ...layout.placeholdersFor(shape)]) {
    const frame = childNamed(one, 'xfrm') ?? descend(one, 'spPr', 'xfrm');
    const [left, top] = numbersOf(descend(frame, 'off'), 'x', 'y');
    const [width, height] = numbersOf(descend(frame, 'ext'), 'cx', 'cy');
    if (width || height) return { left: x(left), top: y(top), right: x(left + width), bottom: y(top + height) };
  }
  return null;
}

function numbersOf(element: XmlElement | undefined, first: string, second: string): [number, number] {
  const number = (name: string) => Number(element && attributeNamed(element, name)) || 0;
  return [number(first), number(second)];
}

/**
 * Cuts a slide where nothing lies across: into rows first, and these into columns. What lies on another text comes after it; the rest
 * stays as it is.
 */
function ordered(items: PlacedItem[], isLeftwards: boolean): PlacedItem[] {
  if (items.length < 2) return items;
  const rows = bandsOf(items, 'top', 'bottom');
  if (rows.length > 1)
    return withLabels(rows).flatMap((row) =>
      row.isByColumn ? byColumn(row.items, isLeftwards) : ordered(row.items, isLeftwards),
    );
  if (columnsOf(items).length > 1) return byColumn(items, isLeftwards);
  const around = items.find(({ area }) => items.every((item) => liesIn(item.area, area)));
  return around
    ? [
        around,
        ...ordered(
          items.filter((item) => item !== around),
          isLeftwards,
        ),
      ]
    : items;
}

/** Is the middle of an area within another one? */
function liesIn(area: Area, around: Area): boolean {
  const [x, y] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
  return x >= around.left && x <= around.right && y >= around.top && y <= around.bottom;
}

/** Several numbers beside a column are read with what each of them is beside. */
function columnsOf(items: PlacedItem[]): PlacedItem[][] {
  const columns: PlacedItem[][] = [];
  for (const column of bandsOf(items, 'left', 'right')) {
    const before = columns.at(-1);
    if (
      before &&
      before.length > 1 &&
      before.every(isNumber) &&
      before.every((one) => column.some((other) => isBeside(one, other)))
    )
      before.push(...column);
    else columns.push(column);
  }
  return columns;
}

const isNumber = ({ shape }: PlacedItem) => NUMBER.test(textOf(shape));

function isBeside({ area }: PlacedItem, other: PlacedItem): boolean {
  const middle = (area.top + area.bottom) / 2;
  return middle >= other.area.top && middle <= other.area.bottom;
}

function byColumn(items: PlacedItem[], isLeftwards: boolean): PlacedItem[] {
  const columns = columnsOf(items);
  return (isLeftwards ? columns.reverse() : columns).flatMap((column) => ordered(column, isLeftwards));
}

/** Groups of items that nothing lies across, in their order. */
function bandsOf(items: PlacedItem[], from: 'left' | 'top', to: 'right' | 'bottom'): PlacedItem[][] {
  const bands: { items: PlacedItem[]; start: number; end: number }[] = [];
  for (const item of items.toSorted((one, other) => one.area[from] - other.area[from])) {
    const { [from]: start, [to]: end } = item.area;
    const band = bands.at(-1);
    const allowed = band ? MAX_OVERLAP * Math.min(end - start, band.end - band.start) : 0;
    if (!band || start >= band.end - allowed) bands.push({ items: [item], start, end });
    else {
      band.items.push(item);
      band.end = Math.max(band.end, end);
    }
  }
  return bands.map(({ items }) => items);
}

/** Joins a row of labels with the row of the columns below them: each label is read before its own column. */
function withLabels(rows: PlacedItem[][]): { items: PlacedItem[]; isByColumn: boolean }[] {
  const joined: { items: PlacedItem[]; isByColumn: boolean }[] = [];
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    const last = joined.at(-1);
    if (before && last && last.items === before && areLabels(before, row))
      joined.splice(-1, 1, { items: [...before, ...row], isByColumn: true });
    else joined.push({ items: row, isByColumn: false });
  }
  return joined;
}

function areLabels(labels: PlacedItem[], row: PlacedItem[]): boolean {
  const columns = columnsOf([...labels, ...row]);
  const heights = (items: PlacedItem[]) => items.map(({ area }) => area.bottom - area.top);
  return (
    columns.length > 1 &&
    columns.every((column) => column.length === 2 && column.filter((item) => labels.includes(item)).length === 1) &&
    (Math.max(...heights(labels)) <= Math.min(...heights(row)) * MAX_LABEL_HEIGHT || areInLargerLetters(labels, row))
  );
}

/** Are all letters of the labels larger than those below, as far as both are known? */
function areInLargerLetters(labels: PlacedItem[], row: PlacedItem[]): boolean {
  const sizes = (items: PlacedItem[]) =>
    items.flatMap(({ shape }) => paragraphsOf(childNamed(shape, 'txBody')).map(({ size = 0 }) => size));
  const [above, below] = [sizes(labels), sizes(row)];
  return below.every((size) => size > 0) && Math.min(...above) > Math.max(...below);
}
