import { attributeNamed, childNamed, elementsNamed, parseXml, type XmlElement } from '../archive/xml.ts';
import { formatNumber } from './docx-number-formats.ts';
import { type ListPlace, toggleOf, valOf } from './docx-styles.ts';

/** The numbers of a document's lists, in the order in which its paragraphs are read (ECMA-376 part 1, 17.9). */
export interface WordNumbering {
  /** Whether there are lists. */
  isEmpty: boolean;
  /** Counts an item of a list: its number as Word writes it, such as “(a)” or “Article 2.”; null where it has a bullet or nothing. */
  next(place: ListPlace, styleId: string | undefined): { label: string; level: number } | null;
}

interface Level {
  start: number;
  format: string;
  /** Such as `%1.%2`. */
  text: string;
  /** Whether all numbers in it are decimal. */
  isLegal: boolean;
  /** It begins again after items of these levels, of which the first is 1; undefined for all above it. */
  restartsAfter: number | undefined;
  styleId: string | undefined;
}

interface List {
  /** Lists with the same definition go on counting where the other stopped. */
  counters: (number | undefined)[];
  levels: (Level | undefined)[];
  /** Levels that this list begins with again. */
  restarts: Map<number, number>;
}

const MAX_LEVEL = 8;

/** Reads `word/numbering.xml`; a document without it has no lists. */
export function readNumbering(bytes: Buffer | undefined): WordNumbering {
  const lists = bytes ? readLists(parseXml(bytes)) : new Map<string, List>();
  return {
    isEmpty: lists.size === 0,
    next({ numId, level: given, isOfStyle }, styleId) {
      const list = lists.get(numId);
      if (!list) return null;
      const ofStyle = list.levels.findIndex((level) => level?.styleId !== undefined && level.styleId === styleId);
      const said = isOfStyle && ofStyle >= 0 ? ofStyle : given;
      const at = Math.min(Math.max(said ?? ofStyle, 0), MAX_LEVEL);
      const level = list.levels[at];
      if (!level) return null;
      count(list, at);
      const label = level.format === 'bullet' ? '' : labelOf(list, at, level);
      return label === '' ? null : { label, level: at };
    },
  };
}

function count({ counters, levels, restarts }: List, at: number): void {
  const restart = restarts.get(at);
  restarts.delete(at);
  // A level that was left out counts as if it had an item.
  for (let above = 0; above < at; above += 1) counters[above] ??= startOf(levels[above]);
  const before = restart === undefined ? counters[at] : restart - 1;
  counters[at] = (before ?? startOf(levels[at]) - 1) + 1;
  for (let below = at + 1; below <= MAX_LEVEL; below += 1) {
    if (at < (levels[below]?.restartsAfter ?? below)) counters[below] = undefined;
  }
}

const startOf = (level: Level | undefined) => level?.start ?? 0;

function labelOf({ counters, levels }: List, at: number, level: Level): string {
  return level.text
    .replace(/%([1-9])/g, (_, digit) => {
      const index = Number(digit) - 1;
      if (index > at) return '';
      const number = counters[index] ?? startOf(levels[index]);
      return formatNumber(number, level.isLegal ? 'decimal' : (levels[index]?.format ?? 'decimal'));
    })
    .trim();
}

function readLists(root: XmlElement): Map<string, List> {
  const definitions = new Map<string, { levels: (Level | undefined)[]; counters: (number | undefined)[] }>();
  for (const definition of elementsNamed(root, 'abstractNum')) {
    const id = attributeNamed(definition, 'abstractNumId');
    if (id !== undefined) definitions.set(id, { levels: readLevels(definition), counters: [] });
  }
  const lists = new Map<string, List>();
  for (const instance of elementsNamed(root, 'num')) {
    const numId = attributeNamed(instance, 'numId');
    const definition = definitions.get(valOf(childNamed(instance, 'abstractNumId')) ?? '');
    if (numId === undefined || !definition) continue;
    const levels = [...definition.levels];
    const restarts = new Map<number, number>();
    for (const override of elementsNamed(instance, 'lvlOverride')) {
      const at = Number.parseInt(attributeNamed(override, 'ilvl') ?? '', 10);
      const start = numberOf(override, 'startOverride');
      if (start !== undefined) restarts.set(at, start);
      for (const [index, level] of readLevels(override).entries()) if (level) levels[index] = level;
    }
    lists.set(numId, { levels, counters: definition.counters, restarts });
  }
  return lists;
}

function readLevels(parent: XmlElement): (Level | undefined)[] {
  const levels: (Level | undefined)[] = [];
  for (const element of parent.children.filter(({ name }) => name === 'lvl')) {
    const at = Number.parseInt(attributeNamed(element, 'ilvl') ?? '', 10);
    if (!(at >= 0 && at <= MAX_LEVEL)) continue;
    levels[at] = {
      start: numberOf(element, 'start') ?? 0,
      format: valOf(childNamed(element, 'numFmt')) ?? 'decimal',
      text: valOf(childNamed(element, 'lvlText')) ?? '',
      isLegal: toggleOf(element, 'isLgl') ?? false,
      restartsAfter: numberOf(element, 'lvlRestart'),
      styleId: valOf(childNamed(element, 'pStyle')),
    };
  }
  return levels;
}

function numberOf(element: XmlElement, name: string): number | undefined {
  const number = Number.parseInt(valOf(childNamed(element, name)) ?? '', 10);
  return Number.isNaN(number) ? undefined : number;
}
