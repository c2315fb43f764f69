import { descriptionStart, ITEM, isTerm, itemEnd, TERM } from './asciidoc-lines.ts';

/** An item of a list, or a term with its description. */
interface ListEntry {
  marker: string;
  /** Null for an item. */
  term: string | null;
  /** Of the item or the description, in lines. */
  text: string;
  /** Where the next line is. */
  end: number;
}

/** The entry of a list that begins at a line; null if there is none. */
export function readListEntry(lines: readonly string[], at: number): ListEntry | null {
  const line = lines[at] ?? '';
  const [item, itemMarker = '', itemText = ''] = ITEM.exec(line) ?? [];
  if (item !== undefined) return { marker: normalMarker(itemMarker), term: null, ...textFrom(lines, itemText, at + 1) };
  if (!isTerm(line)) return null;
  const [, term = '', marker = '', text = ''] = TERM.exec(line) ?? [];
  const from = text.trim() === '' ? descriptionStart(lines, at + 1) : at + 1;
  return { marker, term: term.trim(), ...textFrom(lines, text, from) };
}

function textFrom(lines: readonly string[], first: string, from: number): Pick<ListEntry, 'text' | 'end'> {
  const end = itemEnd(lines, from - 1);
  return { text: [first, ...lines.slice(from, end).map((line) => line.trim())].join('\n'), end };
}

/** All numbers are one marker, and so are all remarks on code. */
const normalMarker = (marker: string) =>
  /^\d/.test(marker) ? '1.' : /^[a-z]\.$/i.test(marker) ? 'a.' : marker.startsWith('<') ? '<1>' : marker;

/** Markers tell the nesting: one that is new nests, a known one goes back. */
export function createListMarkers() {
  const open: { marker: string; count: number }[] = [];
  return {
    /** That of the last entry; 0 before the first. */
    depth: () => open.length,

    /** The depth of the next entry with a marker, from 1, and its number there. */
    enter(marker: string): { depth: number; number: number } {
      const known = open.findIndex((one) => one.marker === marker);
      if (known < 0) open.push({ marker, count: 1 });
      else {
        open.length = known + 1;
        open[known] = { marker, count: (open[known]?.count ?? 0) + 1 };
      }
      return { depth: open.length, number: open.at(-1)?.count ?? 1 };
    },
  };
}
