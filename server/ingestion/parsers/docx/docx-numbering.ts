import { attributeNamed, childNamed, elementsNamed, parseXml, type XmlElement } from '../archive/xml.ts';
import { formatNumber } from './docx-numbers.ts';
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

function count(list: List, at: number): void {
  const { counters, levels, restarts } = list;
  const restart = restarts.get(at);
  restarts.delete(at);
  const before = restart === undefined ? counters[at] : restart - 1;
  counters[at] = (before ?? startOf(levels[at]) - 1) + 1;
  counters.fill(undefined, at + 1);
}

const startOf = (level: Level | undefined) => level?.start ?? 1;

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
      const start = Number.parseInt(valOf(childNamed(override, 'startOverride')) ?? '', 10);
      if (!Number.isNaN(start)) restarts.set(at, start);
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
    const start = Number.parseInt(valOf(childNamed(element, 'start')) ?? '', 10);
    levels[at] = {
      start: Number.isNaN(start) ? 1 : start,
      format: valOf(childNamed(element, 'numFmt')) ?? 'decimal',
      text: valOf(childNamed(element, 'lvlText')) ?? '',
      isLegal: toggleOf(element, 'isLgl') ?? false,
      styleId: valOf(childNamed(element, 'pStyle')),
    };
  }
  return levels;
}
