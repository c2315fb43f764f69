import type { LeftOut, Source } from '@footnote/sdk/contract';
import { type Command, plural } from '../command.ts';

const KINDS: Record<LeftOut['kind'], string> = {
  navigation: 'menus and links',
  header: 'headers',
  footer: 'footers',
  notice: 'notices',
  sidebar: 'sidebars',
  form: 'forms',
  beside: 'beside the main part',
  repeated: 'repeated on most pages',
  hidden: 'hidden',
  struck: 'struck out',
  undecodable: 'undecodable letters',
  missing: 'missing parts',
};

/** Says for each file what of it was left out, warns of those of which little was read, and sums it up. */
export function sayLeftOut(sources: Source[], say: Command['say']): void {
  const told = sources.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)).filter(hasUnread);
  for (const source of told) {
    const { warning, garbled } = source.reading ?? {};
    const parts = unreadParts(source);
    if (parts !== '') say(`Left out of ${nameOf(source)}: ${parts}.`);
    if (garbled) say(`Not understood in ${nameOf(source)}, whose encoding is not known: ${garbled.split('\n', 1)[0]}`);
    if (warning) say(`Little read of ${nameOf(source)}: ${warning.message}`);
  }
  if (told.length === 0) return;
  const characters = sumOf(told.flatMap(({ reading }) => reading?.left_out ?? []));
  const pictures = told.reduce((sum, { reading }) => sum + (reading?.pictures ?? 0), 0);
  const all = [plural(characters, 'character'), ...(pictures > 0 ? [plural(pictures, 'picture')] : [])].join(' and ');
  const warned = told.filter(({ reading }) => reading?.warning).length;
  say(`Left out of ${told.length} of ${plural(sources.length, 'file')}: ${all}.`);
  if (warned > 0) say(`Less than half was read of ${plural(warned, 'file')}.`);
}

const nameOf = ({ external_id, id }: Source) => external_id ?? id;

const hasUnread = ({ reading }: Source) =>
  Boolean(reading && (reading.left_out.length > 0 || reading.pictures || reading.garbled || reading.warning));

/** "menus and links (120 characters), 2 pictures without text". */
function unreadParts({ reading }: Source): string {
  const { left_out = [], pictures = 0 } = reading ?? {};
  const texts = left_out.map(({ kind, characters }) => `${KINDS[kind]} (${plural(characters, 'character')})`);
  return [...texts, ...(pictures > 0 ? [`${plural(pictures, 'picture')} without text`] : [])].join(', ');
}

const sumOf = (parts: LeftOut[]) => parts.reduce((sum, { characters }) => sum + characters, 0);
