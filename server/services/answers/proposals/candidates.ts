import { headingToQuestion } from '../../../answering/extractive/heading-to-question.ts';
import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import type { ChunkRow, GoldenQuestionRow } from '../../../store/types.ts';

const MIN_LENGTH = 10;
const MAX_LENGTH = 80;

/** A question that may be proposed if its answer is good. */
export interface Candidate {
  question: string;
  /** What its answer must be; null where a heading asks it. */
  golden: GoldenQuestionRow | null;
  /** The page that must be cited; null where any may be. */
  sourceId: string | null;
}

/** The owner's golden questions, then what headings in this language ask: one of each page, then a second one of each. */
export function candidates(golden: GoldenQuestionRow[], chunks: ChunkRow[], language: string): Candidate[] {
  const known = new Set<string>();
  const isNew = ({ question }: Candidate) => {
    const key = question.toLowerCase();
    if (known.has(key) || !isFit(question)) return false;
    known.add(key);
    return true;
  };
  const written = golden
    .filter(({ refused }) => !refused)
    .map((row): Candidate => ({ question: collapseWhitespace(row.question), golden: row, sourceId: null }));
  const asked = chunks
    .filter((chunk) => chunk.language === language)
    .flatMap((chunk) =>
      headingsOf(chunk).flatMap((heading): Candidate[] => {
        const question = headingToQuestion(collapseWhitespace(heading), language);
        return question === null ? [] : [{ question, golden: null, sourceId: chunk.sourceId }];
      }),
    );
  const ofPages = Map.groupBy(asked.filter(isNew), ({ sourceId }) => sourceId);
  const rounds = Math.max(0, ...[...ofPages.values()].map(({ length }) => length));
  const inTurn = Array.from({ length: rounds }, (_, round) => [...ofPages.values()].flatMap((all) => all[round] ?? []));
  return written.filter(isNew).concat(inTurn.flat());
}

/** That of its section, and those of the short sections that it holds. */
const headingsOf = ({ headings, blocks, text }: ChunkRow): string[] =>
  headings
    .slice(-1)
    .concat(blocks.filter(({ kind }) => kind === 'heading').map(({ start, end }) => text.slice(start, end)));

/** Short enough for a button; and documents of others offer no visitor an address. */
const isFit = (question: string) =>
  question.length >= MIN_LENGTH && question.length <= MAX_LENGTH && !question.includes('://');
