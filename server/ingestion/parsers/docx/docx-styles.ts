import { attributeNamed, childNamed, descend, elementsNamed, parseXml, type XmlElement } from '../archive/xml.ts';

/** The list that a paragraph is an item of. */
export interface ListPlace {
  /** The id of the list. `0` takes a paragraph out of the list of its style. */
  numId: string;
  /** From 0; undefined where it is not said. */
  level: number | undefined;
  /** Whether the paragraph's style names the list. Then the level that the list has for the style counts first. */
  isOfStyle: boolean;
}

/** What the styles of a Word document say of its paragraphs and characters (ECMA-376 part 1, 17.7). */
export interface WordStyles {
  /** 1 to 6 for a heading; 0 or null for other text. */
  headingLevel(styleId: string | undefined): number | null;
  list(styleId: string | undefined): ListPlace | null;
  /** Whether paragraphs of the style are lines of a table of contents, of figures, or of an index. */
  isContents(styleId: string | undefined): boolean;
  /** Whether paragraphs of the style are what Word has a name for and that is no heading: a title, a caption. */
  hasRole(styleId: string | undefined): boolean;
  /** Whether characters of the style have a property that can be on or off, such as `strike`; null where it does not say. */
  toggle(styleId: string | undefined, property: string): boolean | null;
  /** Whether the first row of tables of the style is in bold letters or filled with a colour. */
  setsFirstRowApart(styleId: string | undefined): boolean;
}

/** The deepest chain of styles that are based on each other. */
const MAX_CHAIN = 32;
/** The names of Word's own headings, also where a translated Word or another program has written them. */
const HEADING_NAME =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|başlık|címsor|titlu|见出し|見出し|标题|標題|제목) ?([1-9])$/i;
const BODY_TEXT = 9;
/** Word's own names, which are the same in every language. */
const CONTENTS_NAME = /^(?:(?:toc|contents|index) ?[1-9]|table of (?:figures|authorities))$/i;

/** Word's own names of styles for one line each, also where another program has translated that of the title. */
const ROLE_NAME =
  /^(?:title|titel|titre|título|titolo|subtitle|caption|signature|closing|date|salutation|toc heading)$/i;

/** Reads `word/styles.xml`; a document without it has no styles. */
export function readStyles(bytes: Buffer | undefined): WordStyles {
  const styles = new Map<string, XmlElement>();
  for (const style of bytes ? elementsNamed(parseXml(bytes), 'style') : []) {
    const id = attributeNamed(style, 'styleId');
    if (id !== undefined) styles.set(id, style);
  }
  /** A style and those that it is based on, the nearest first. */
  const chain = (styleId: string | undefined): XmlElement[] => {
    const found: XmlElement[] = [];
    for (let id = styleId; id !== undefined && found.length < MAX_CHAIN; ) {
      const style = styles.get(id);
      if (!style || found.includes(style)) break;
      found.push(style);
      id = valOf(childNamed(style, 'basedOn'));
    }
    return found;
  };
  return {
    headingLevel: (styleId) => firstOf(chain(styleId), headingOf),
    list: (styleId) => {
      const place = firstOf(chain(styleId), (style) => listOf(childNamed(style, 'pPr')));
      return place && { ...place, isOfStyle: true };
    },
    isContents: (styleId) => chain(styleId).some((style) => CONTENTS_NAME.test(nameOf(style))),
    hasRole: (styleId) => chain(styleId).some((style) => ROLE_NAME.test(nameOf(style))),
    toggle: (styleId, property) => firstOf(chain(styleId), (style) => toggleOf(childNamed(style, 'rPr'), property)),
    setsFirstRowApart: (styleId) => firstOf(chain(styleId), firstRowApart) ?? false,
  };
}

/** The level of a heading by its style alone, 0 for one that is no heading, null where the style does not say. */
function headingOf(style: XmlElement): number | null {
  const outline = outlineLevel(childNamed(style, 'pPr'));
  if (outline !== null) return outline;
  const [, level] = HEADING_NAME.exec(nameOf(style)) ?? [];
  return level === undefined ? null : Math.min(Number(level), 6);
}

/** Whether a style of tables sets the first row apart; null where it says nothing of that row. */
function firstRowApart(style: XmlElement): boolean | null {
  const row = style.children.find((one) => one.name === 'tblStylePr' && attributeNamed(one, 'type') === 'firstRow');
  if (!row) return null;
  const shade = descend(row, 'tcPr', 'shd');
  return (
    toggleOf(childNamed(row, 'rPr'), 'b') === true || (shade !== undefined && attributeNamed(shade, 'fill') !== 'auto')
  );
}

const nameOf = (style: XmlElement) => (valOf(childNamed(style, 'name')) ?? '').trim();

/** The level that a paragraph or style has in the outline: 1 to 6, 0 for body text, null where it does not say. */
export function outlineLevel(properties: XmlElement | undefined): number | null {
  const level = Number.parseInt(valOf(descend(properties, 'outlineLvl')) ?? '', 10);
  if (!(level >= 0 && level <= BODY_TEXT)) return null;
  return level === BODY_TEXT ? 0 : Math.min(level + 1, 6);
}

/** The list that the properties of a paragraph or style name. */
export function listOf(properties: XmlElement | undefined): ListPlace | null {
  const numbering = descend(properties, 'numPr');
  const numId = valOf(descend(numbering, 'numId'));
  if (numId === undefined) return null;
  const level = Number.parseInt(valOf(descend(numbering, 'ilvl')) ?? '', 10);
  return { numId, level: Number.isNaN(level) ? undefined : level, isOfStyle: false };
}

/** A property that is on where it is there without a value; null where it is not there. */
export function toggleOf(properties: XmlElement | undefined, name: string): boolean | null {
  const property = descend(properties, name);
  if (!property) return null;
  return !/^(?:0|false|off)$/i.test(valOf(property) ?? '');
}

/** The value of an element of one. */
export const valOf = (element: XmlElement | undefined) => element && attributeNamed(element, 'val');

function firstOf<T>(styles: XmlElement[], read: (style: XmlElement) => T | null): T | null {
  for (const style of styles) {
    const value = read(style);
    if (value !== null) return value;
  }
  return null;
}
