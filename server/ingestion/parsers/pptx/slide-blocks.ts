import { numberFormat } from '../archive/number-formats.ts';
import type { OfficePart } from '../archive/office-parts.ts';
import { attributeNamed, childNamed, descend, elementsNamed, type XmlElement } from '../archive/xml.ts';
import { addTable } from '../table/add-table.ts';
import type { TextBuilder } from '../text/text-builder.ts';

export interface SlideContext {
  /** From 1. */
  number: number;
  /** Charts and the data of diagrams, by the id of their relationship. */
  diagrams: ReadonlyMap<string, OfficePart>;
}

const TITLES = /^(?:title|ctrTitle)$/;
/** Of every slide: footers, dates and numbers. */
const FURNITURE = /^(?:ftr|dt|sldNum|hdr|sldImg)$/;
const MAX_LEVEL = 8;
const NUMBER = /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i;

/** Adds a slide: its title as a heading, then what is on it, in the order of its shapes. */
export function addSlide(builder: TextBuilder, slide: XmlElement, context: SlideContext): void {
  const tree = descend(slide, 'cSld', 'spTree');
  const shapes = tree ? shapesIn(tree) : [];
  const title = shapes.find((shape) => TITLES.test(placeholderOf(shape)) && shapeText(shape));
  const isFirst = builder.length() === 0;
  const rest = shapes.filter((shape) => shape !== title);
  if (!title && !rest.some((shape) => hasText(shape, context))) return;
  // A slide without a title must not stand below that of another.
  builder.add('heading', title ? shapeText(title) : `Slide ${context.number}`, { level: title && isFirst ? 1 : 2 });
  for (const shape of rest) addShape(builder, shape, context);
  const struck = shapes.filter((shape) => !FURNITURE.test(placeholderOf(shape))).flatMap(struckRuns);
  builder.leaveOut(
    'struck',
    struck.map((run) => childNamed(run, 't')?.text ?? ''),
  );
}

const struckRuns = (shape: XmlElement) => elementsNamed(shape, 'r').filter(isStruck);

const isStruck = (run: XmlElement) => /^(?:sng|dbl)Strike$/.test(childNamed(run, 'rPr')?.attributes.strike ?? '');

/** The shapes of a slide, those in groups too. Of alternatives for old programs, the first is the one that is shown. */
function shapesIn(tree: XmlElement): XmlElement[] {
  return tree.children.flatMap((child) => {
    if (child.name === 'grpSp') return shapesIn(child);
    if (child.name === 'AlternateContent') return shapesIn(childNamed(child, 'Choice') ?? child);
    return child.name === 'sp' || child.name === 'graphicFrame' ? [child] : [];
  });
}

/** The role of a shape in the slide's layout; empty for a shape of its own. */
function placeholderOf(shape: XmlElement): string {
  const placeholder = descend(shape, 'nvSpPr', 'nvPr', 'ph');
  return placeholder ? (placeholder.attributes.type ?? 'obj') : '';
}

const shapeText = (shape: XmlElement) =>
  paragraphsOf(childNamed(shape, 'txBody'))
    .map(({ text }) => text)
    .join(' ')
    .trim();

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

function addShape(builder: TextBuilder, shape: XmlElement, { diagrams }: SlideContext): void {
  if (shape.name === 'graphicFrame') {
    const table = descend(shape, 'graphic', 'graphicData', 'tbl');
    if (table) addSlideTable(builder, table);
    const part = diagramOf(shape, diagrams);
    if (part?.root.name === 'chartSpace') addChart(builder, part.root);
    else if (part) addDiagram(builder, part.root);
    return;
  }
  const role = placeholderOf(shape);
  if (!FURNITURE.test(role)) addText(builder, childNamed(shape, 'txBody'), role === 'obj' || role === 'body');
}

interface Paragraph {
  text: string;
  level: number;
  /** By its own settings; undefined where the layout decides. */
  bullet: 'none' | 'sign' | 'number' | undefined;
}

function paragraphsOf(body: XmlElement | undefined): Paragraph[] {
  if (!body) return [];
  return body.children
    .filter(({ name }) => name === 'p')
    .map((paragraph) => {
      const settings = childNamed(paragraph, 'pPr');
      const signs = (settings?.children ?? []).map(({ name }) => name);
      return {
        text: paragraph.children.map(runText).join('').trim(),
        level: Math.min(MAX_LEVEL, Math.max(0, Number(settings?.attributes.lvl ?? 0) || 0)),
        bullet: signs.includes('buNone')
          ? 'none'
          : signs.includes('buAutoNum')
            ? 'number'
            : signs.some((name) => name === 'buChar' || name === 'buBlip')
              ? 'sign'
              : undefined,
      };
    });
}

function runText(run: XmlElement): string {
  if (run.name === 'br') return '\n';
  if (run.name === 'm' || run.name === 'AlternateContent')
    return elementsNamed(run, 't')
      .map(({ text }) => text)
      .join('');
  // A field may be the number of the slide, which is not text.
  const isNumber = run.name === 'fld' && /^slidenum/.test(run.attributes.type ?? '');
  return /^(?:r|fld)$/.test(run.name) && !isNumber && !isStruck(run) ? (childNamed(run, 't')?.text ?? '') : '';
}

/** `isList`: the layout puts bullets before its paragraphs, unless it is a single one. */
function addText(builder: TextBuilder, body: XmlElement | undefined, isList: boolean): void {
  const paragraphs = paragraphsOf(body).filter(({ text }) => text);
  const counts: number[] = [];
  for (const { text, level, bullet } of paragraphs) {
    const isItem = bullet ? bullet !== 'none' : isList && (paragraphs.length > 1 || level > 0);
    counts.length = level + 1;
    if (!isItem) {
      builder.add('paragraph', text);
      continue;
    }
    counts[level] = (counts[level] ?? 0) + 1;
    const ordered = bullet === 'number';
    builder.add('list-item', (ordered ? `${counts[level]}. ` : '- ') + text, {
      depth: level + 1,
      ...(ordered && { ordered }),
    });
  }
}

function addSlideTable(builder: TextBuilder, table: XmlElement): void {
  const rows = table.children
    .filter(({ name }) => name === 'tr')
    .map((row) => row.children.filter(({ name }) => name === 'tc').map(shapeText))
    .filter((row) => row.some(Boolean));
  const [first = [], ...others] = rows;
  if (/^(?:1|true)$/.test(childNamed(table, 'tblPr')?.attributes.firstRow ?? '') && others.length > 0)
    addTable(builder, first, others);
  else for (const row of rows) builder.add('table-row', row.join(' | '));
}

function addDiagram(builder: TextBuilder, root: XmlElement): void {
  for (const point of elementsNamed(root, 'pt')) {
    if (/^(?:pres|parTrans|sibTrans)$/.test(point.attributes.type ?? '')) continue;
    const text = paragraphsOf(childNamed(point, 't'))
      .map((paragraph) => paragraph.text)
      .join(' ')
      .trim();
    if (text) builder.add('list-item', `- ${text}`, { depth: 1 });
  }
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
