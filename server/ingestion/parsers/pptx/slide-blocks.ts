import { numberFormat } from '../archive/number-formats.ts';
import type { OfficePart } from '../archive/office-parts.ts';
import { attributeNamed, childNamed, descend, elementsNamed, type XmlElement } from '../archive/xml.ts';
import { addTable } from '../table/add-table.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { addDiagram } from './slide-diagram.ts';
import type { SlideFurniture } from './slide-furniture.ts';
import { placeholderOf, type SlideLayout } from './slide-layout.ts';
import { shapesIn, shapesInOrder } from './slide-order.ts';
import { addSlideTable } from './slide-table.ts';
import { addText, endInnerSections, isStruck, paragraphsOf, textOf } from './slide-text.ts';

interface SlideContext {
  /** From 1. */
  number: number;
  layout: SlideLayout;
  /** Charts and the data of diagrams, by the id of their relationship. */
  diagrams: ReadonlyMap<string, OfficePart>;
  furniture: SlideFurniture;
}

const TITLES = /^(?:title|ctrTitle)$/;
/** Of every slide: footers, dates and numbers. */
const FURNITURE = /^(?:ftr|dt|sldNum|hdr|sldImg)$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i;
const MAX_TITLE = 120;

/** Adds a slide: its title as a heading, then what is on it, from the top down. */
export function addSlide(builder: TextBuilder, slide: XmlElement, context: SlideContext): void {
  const tree = descend(slide, 'cSld', 'spTree');
  const { furniture } = context;
  const all = tree ? shapesIn(tree).filter((shape) => hasText(shape, context)) : [];
  const shapes = all.filter((shape) => !furniture.isIn(shape));
  builder.leaveOut('footer', all.filter(furniture.isIn).map(textOf));
  const [first] = shapes;
  if (!tree || !first) return;
  const title = shapes.find((shape) => TITLES.test(placeholderOf(shape))) ?? largestOf(shapes);
  const isFirst = builder.length() === 0;
  // A slide without a title must not stand below that of another.
  builder.add('heading', title ? textOf(title) : `Slide ${context.number}`, { level: title && isFirst ? 1 : 2 });
  const wanted = new Set(shapes.filter((shape) => shape !== title));
  const rest = shapesInOrder(tree, context.layout, (shape) => wanted.has(shape));
  for (const shape of rest) addShape(builder, shape, context);
  const struck = shapes.flatMap((shape) => elementsNamed(shape, 'r').filter(isStruck));
  builder.leaveOut(
    'struck',
    struck.map((run) => childNamed(run, 't')?.text ?? ''),
  );
}

/** The short text in the largest letters, which is the title of a slide whose layout has none. */
function largestOf(shapes: XmlElement[]): XmlElement | undefined {
  const sizes = shapes.map((shape) =>
    Math.max(0, ...paragraphsOf(childNamed(shape, 'txBody')).map(({ size = 0 }) => size)),
  );
  const largest = Math.max(...sizes);
  const [found, ...others] = shapes.filter((_, at) => sizes[at] === largest);
  return largest > 0 && others.length === 0 && found && textOf(found).length <= MAX_TITLE ? found : undefined;
}

function hasText(shape: XmlElement, { diagrams }: SlideContext): boolean {
  const part = diagramOf(shape, diagrams);
  const texts = [shape, ...(part ? [part.root] : [])].flatMap((root) =>
    ['t', 'v'].flatMap((name) => elementsNamed(root, name)),
  );
  return !FURNITURE.test(placeholderOf(shape)) && texts.some(({ text }) => text.trim());
}

/** The chart, or the data of the diagram, that is in a frame. */
function diagramOf(shape: XmlElement, diagrams: SlideContext['diagrams']): OfficePart | undefined {
  const data = descend(shape, 'graphic', 'graphicData');
  const reference = data?.children.find(({ name }) => name === 'relIds' || name === 'chart');
  return reference && diagrams.get(attributeNamed(reference, 'dm') ?? attributeNamed(reference, 'id') ?? '');
}

function addShape(builder: TextBuilder, shape: XmlElement, { diagrams, layout }: SlideContext): void {
  if (shape.name !== 'graphicFrame') {
    const body = childNamed(shape, 'txBody');
    if (addText(builder, body, (level) => layout.hasBullets(shape, level))) endInnerSections(builder);
    return;
  }
  const table = descend(shape, 'graphic', 'graphicData', 'tbl');
  if (table) addSlideTable(builder, table);
  const part = diagramOf(shape, diagrams);
  if (part?.root.name === 'chartSpace') addChart(builder, part.root);
  else if (part) addDiagram(builder, part.root);
}

/** A chart is a table of the numbers that it shows: a row for each category, a column for each series. */
function addChart(builder: TextBuilder, chart: XmlElement): void {
  const title = descend(chart, 'chart', 'title', 'tx', 'rich');
  builder.add(
    'paragraph',
    paragraphsOf(title)
      .map(({ text }) => text)
      .join(' '),
  );
  const series = elementsNamed(chart, 'ser').map((one) => ({
    name: pointsOf(childNamed(one, 'tx')).get(0) ?? '',
    categories: pointsOf(childNamed(one, 'cat') ?? childNamed(one, 'xVal')),
    values: pointsOf(childNamed(one, 'val') ?? childNamed(one, 'yVal')),
  }));
  const categories = series.find(({ categories }) => categories.size > 0)?.categories ?? new Map<number, string>();
  const indexes = [...new Set([...categories.keys(), ...series.flatMap(({ values }) => [...values.keys()])])];
  const rows = indexes
    .sort((one, other) => one - other)
    .map((at) => [categories.get(at) ?? '', ...series.map(({ values }) => values.get(at) ?? '')]);
  addTable(builder, ['', ...series.map(({ name }) => name)], rows);
}

/** The values that are stored with a chart, by their number. Of categories with several levels, the innermost. */
function pointsOf(data: XmlElement | undefined): Map<number, string> {
  if (!data) return new Map();
  const format = numberFormat(elementsNamed(data, 'formatCode')[0]?.text ?? '');
  const shown = (value: string) => (NUMBER.test(value) ? format(Number(value)) : value);
  const points = elementsNamed(elementsNamed(data, 'lvl')[0] ?? data, 'pt');
  const isText = elementsNamed(data, 'strCache').length > 0;
  return new Map(
    points.map((point, at) => {
      const value = childNamed(point, 'v')?.text ?? '';
      return [Number(point.attributes.idx ?? at), isText ? value : shown(value)];
    }),
  );
}
