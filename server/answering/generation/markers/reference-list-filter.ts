/** How models head a list of what they have cited. */
const HEADINGS = [
  'sources',
  'references',
  'citations',
  'passages',
  'footnotes',
  'bibliography',
  'sources cited',
  'cited passages',
  'quellen',
  'quellenangaben',
  'referenzen',
  'nachweise',
  'références',
  'referencias',
  'fuentes',
  'fonti',
  'riferimenti',
  'fontes',
  'referências',
  'bronnen',
  'źródła',
  'источники',
  '参考资料',
  '来源',
  '参考文献',
  '出典',
  '출처',
];
const HEADING = new RegExp(`^[\\s#*_>]*(?:${HEADINGS.join('|')})[\\s*_]*(?:[:：][\\s*_]*)?$`, 'iu');
const HEADING_BEGUN = /^[\s#*_>]*([\p{L} ]*?)[\s*_]*[:：]?[\s*_]*$/u;
const MAX_HEADING_LENGTH = 40;
/** An item begins with its number: `[1] Guide`, `- [1] Guide`, `[^1]: Guide`. */
const ITEM = /^\s*(?:[-*•]\s+)?(?:\[\^?\d{1,2}\]|【\d{1,2}|\(\d{1,2}\)|\^\d)/;
const ITEM_BEGUN = /^\s*(?:[-*•]\s*)?(?:\[\^?\d{0,2}|【|\(\d{0,2}|\^)?$/;
/** The definition of a footnote, which needs no heading. */
const DEFINITION = /^[^\S\n]*\[\^?\d{1,2}\]:\s/;
const DEFINITION_BEGUN = /^[^\S\n]*\[\^?\d{0,2}\]?:?$/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;

interface FilterState {
  /** Read, and not yet decided. */
  pending: string;
  /** `line`: at the beginning of a line. `passing`, `skipping`: the rest of the line. `list`: at the beginning of a line of the list. */
  at: 'line' | 'passing' | 'skipping' | 'list';
  inFence: boolean;
}

/**
 * Leaves out the list of sources that models put below an answer: “Sources:”, then `[1] Guide` on a line each. The reader
 * gets the passages with the answer, and here the list would be checked as if it claimed something. What is held back is
 * at most a short line; the result does not depend on where the text is split.
 */
export function createReferenceListFilter() {
  const state: FilterState = { pending: '', at: 'line', inFence: false };
  return {
    read(delta: string): string {
      state.pending += delta;
      return takeDecided(state, false);
    },
    end: (): string => takeDecided(state, true),
  };
}

function takeDecided(state: FilterState, ended: boolean): string {
  let passed = '';
  while (state.pending !== '') {
    if (state.at === 'passing' || state.at === 'skipping') {
      const line = takeLine(state);
      if (state.at === 'passing') passed += line;
      if (line.endsWith('\n')) state.at = state.at === 'passing' ? 'line' : 'list';
      continue;
    }
    const next = state.at === 'line' ? decideLine(state, ended) : decideListLine(state, ended);
    if (next === 'more') break;
    state.at = next;
  }
  return passed;
}

/** The rest of the line, as far as it has been read. */
function takeLine(state: FilterState): string {
  const newline = state.pending.indexOf('\n');
  const line = newline === -1 ? state.pending : state.pending.slice(0, newline + 1);
  state.pending = state.pending.slice(line.length);
  return line;
}

function decideLine(state: FilterState, ended: boolean): FilterState['at'] | 'more' {
  const { pending } = state;
  const newline = pending.indexOf('\n');
  if (newline === 0) return 'passing';
  const line = newline === -1 ? pending : pending.slice(0, newline);
  if (FENCE.test(line)) state.inFence = !state.inFence;
  else if (/^\s*[`~]{1,2}$/.test(line) && newline === -1 && !ended) return 'more';
  if (state.inFence) return 'passing';
  if (DEFINITION.test(pending)) return 'skipping';
  if (!ended && DEFINITION_BEGUN.test(pending)) return 'more';
  if (newline === -1) return !ended && mayBeHeading(line) ? 'more' : 'passing';
  if (!HEADING.test(line)) return 'passing';
  const below = pending.slice(newline + 1);
  if (!ITEM.test(below)) return !ended && ITEM_BEGUN.test(below) ? 'more' : 'passing';
  state.pending = below;
  return 'list';
}

function decideListLine({ pending }: FilterState, ended: boolean): FilterState['at'] | 'more' {
  if (ITEM.test(pending) || /^[^\S\n]*\n/.test(pending)) return 'skipping';
  return !ended && ITEM_BEGUN.test(pending) ? 'more' : 'line';
}

function mayBeHeading(line: string): boolean {
  if (line.length > MAX_HEADING_LENGTH) return false;
  const words = HEADING_BEGUN.exec(line)?.[1]?.toLowerCase();
  return words !== undefined && (words === '' || HEADINGS.some((heading) => heading.startsWith(words)));
}
