import type { BufferedPart } from '../markers/sentence-buffer.ts';
import type { TableStep } from '../markers/table-reader.ts';
import type { Support } from './assess-support.ts';
import type { SupportChecker } from './support-check.ts';

export type SentenceToCheck = Extract<TableStep, { type: 'sentence' }>;

/** What supports a sentence. */
interface SentenceSupport {
  /** The sentence, with what turned out to be words and no marker. */
  step: SentenceToCheck;
  /** The numbers in its markers. */
  named: number[];
  supports: Support[];
}

/** The words up to a marker, and the passages that it names. */
interface Clause {
  text: string;
  numbers: number[];
}

/**
 * The passages that support a sentence. What may be no marker, and has no passage that supports it, is part of the sentence, unless the
 * answer has had a marker of that form: `markerForms`, to which this adds. If the
 * sentence has several markers, the words before each are also looked for in its passages alone: “It opens at nine [1], and
 * adults pay 12 euros [2].”
 */
export async function findSentenceSupport(
  support: SupportChecker,
  written: SentenceToCheck,
  isClaim: boolean,
  markerForms: Set<string>,
): Promise<SentenceSupport> {
  const found = await findSupports(support, written, isClaim);
  const formOf = (part: BufferedPart) => ('numbers' in part ? part.literal?.trim()[0] : undefined);
  const isSupported = (part: BufferedPart) =>
    'numbers' in part && part.numbers.some((number) => found.some((one) => one.number === number));
  for (const part of written.held.filter(isSupported)) {
    const form = formOf(part);
    if (form !== undefined) markerForms.add(form);
  }
  const isWords = (part: BufferedPart) => {
    const form = formOf(part);
    return form !== undefined && !markerForms.has(form);
  };
  if (!written.held.some(isWords)) return { step: written, named: numbersOf(written.held), supports: found };
  const literals = written.held
    .map((part) => ('numbers' in part && isWords(part) ? (part.literal ?? '') : ''))
    .join('');
  const held = written.held.map((part): BufferedPart => {
    if (!('numbers' in part) || !isWords(part)) return part;
    return { words: { type: 'text', text: part.literal ?? '' } };
  });
  const step = { ...written, held, text: written.text + literals };
  return { step, named: numbersOf(held), supports: await findSupports(support, step, isClaim) };
}

async function findSupports(support: SupportChecker, written: SentenceToCheck, isClaim: boolean): Promise<Support[]> {
  const named = numbersOf(written.held);
  if (!isClaim && named.length === 0) return [];
  const whole = await support.findSupport(written.text, named);
  const clauses = clausesOf(support, written);
  if (clauses.length < 2) return whole;
  const supports = new Map(whole.map((one) => [one.number, one]));
  let isEachSupported = true;
  for (const { text, numbers } of clauses) {
    const found = await support.findSupport(text, numbers);
    const own = found.filter(({ number }) => numbers.includes(number));
    isEachSupported &&= own.length > 0;
    for (const one of own) if (!supports.has(one.number)) supports.set(one.number, one);
  }
  return whole.length > 0 || isEachSupported ? [...supports.values()] : [];
}

/**
 * The clauses of a sentence, each with the markers at its end; what claims nothing by itself belongs to the next one. In the
 * row of a table each cell with a marker is one.
 */
function clausesOf(support: SupportChecker, { text, held, row, block }: SentenceToCheck): Clause[] {
  if (block) return [];
  const heldLength = held.reduce((sum, part) => sum + ('words' in part ? part.words.text.length : 0), 0);
  const clauses: Clause[] = [];
  let current: Clause = { text: text.slice(0, Math.max(0, text.length - heldLength)), numbers: [] };
  for (const part of held) {
    if ('numbers' in part) {
      current.numbers.push(...part.numbers);
      continue;
    }
    if (current.numbers.length > 0 && (row || support.isClaim(current.text))) {
      clauses.push(current);
      current = { text: '', numbers: [] };
    }
    current.text += part.words.text;
  }
  // What follows the last marker belongs to the clause before it.
  const last = clauses.at(-1);
  if (current.numbers.length > 0) clauses.push(current);
  else if (last) last.text += current.text;
  return clauses;
}

const numbersOf = (held: BufferedPart[]) => held.flatMap((part) => ('numbers' in part ? part.numbers : []));
