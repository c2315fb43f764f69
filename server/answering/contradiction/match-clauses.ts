import { antonymsOf, type Lexicon, type Relation } from '../../language/lexicon/lexicon.ts';
import type { AnalyzedText, Clause, Token } from './analyze-text.ts';

/** A word of a sentence, and the word of the passage that it is compared with. */
export interface AlignedWord {
  own: Token;
  other: Token;
  relation: Relation;
}

/** A clause of the passage that speaks of what a clause of the sentence speaks of. */
export interface MatchedClause {
  clause: Clause;
  aligned: AlignedWord[];
  /** The share of the content words of the sentence's clause that it has, 0–1. */
  score: number;
}

/** Synonyms are a weaker sign than the same word. */
const WEIGHTS: Record<Relation, number> = { same: 1, synonym: 0.9, antonym: 0.9 };
/** A hostile sentence may repeat a word that stands everywhere. */
export const MAX_POSTINGS = 64;

/** Terms of sentences whose relations are kept, a passage. */
const MAX_KNOWN_TERMS = 2000;

interface Posting {
  clause: number;
  token: Token;
}

/** Where the passage has each term. */
type Index = Map<string, Posting[]>;

/** Finds the terms of a text that a term is related to, and how. */
type RelatedTerms = (term: string) => ReadonlyMap<string, Relation>;

/** A passage, and where it has which words. */
export interface IndexedText {
  text: AnalyzedText;
  index: Index;
  related: RelatedTerms;
}

export function indexText(text: AnalyzedText, lexicon: Lexicon): IndexedText {
  const index = createIndex(text);
  return { text, index, related: createRelatedTerms(index, lexicon) };
}

function createIndex({ clauses }: AnalyzedText): Index {
  const index: Index = new Map();
  for (const [clause, { content }] of clauses.entries()) {
    for (const token of content) {
      const known = index.get(token.term);
      if (known) known.push({ clause, token });
      else index.set(token.term, [{ clause, token }]);
    }
  }
  return index;
}

/** The terms of the passage that a term is, or is a synonym or antonym of. */
function createRelatedTerms(index: Index, lexicon: Lexicon): RelatedTerms {
  const bySense = new Map<number, string[]>();
  for (const term of index.keys()) {
    for (const sense of lexicon.senses.get(term) ?? []) bySense.set(sense, [...(bySense.get(sense) ?? []), term]);
  }
  const find = (term: string): ReadonlyMap<string, Relation> => {
    const related = new Map<string, Relation>();
    if (index.has(term)) related.set(term, 'same');
    const add = (other: string, relation: Relation) => {
      if (index.has(other) && !related.has(other)) related.set(other, relation);
    };
    for (const sense of lexicon.senses.get(term) ?? [])
      for (const other of bySense.get(sense) ?? []) add(other, 'synonym');
    for (const other of antonymsOf(term, lexicon)) add(other, 'antonym');
    return related;
  };
  const known = new Map<string, ReadonlyMap<string, Relation>>();
  return (term) => {
    const related = known.get(term) ?? find(term);
    if (known.size < MAX_KNOWN_TERMS) known.set(term, related);
    return related;
  };
}

/** The clauses of the passage that have most of a clause's words, best first. */
export function matchClauses({ content }: Clause, { text: { clauses }, index, related }: IndexedText): MatchedClause[] {
  if (content.length === 0) return [];
  const aligned = new Map<number, Map<Token, AlignedWord>>();
  for (const own of content) {
    for (const [term, relation] of related(own.term)) {
      for (const { clause, token } of (index.get(term) ?? []).slice(0, MAX_POSTINGS)) {
        let words = aligned.get(clause);
        if (!words) {
          words = new Map();
          aligned.set(clause, words);
        }
        const known = words.get(own);
        if (
          !known ||
          WEIGHTS[known.relation] < WEIGHTS[relation] ||
          (known.relation === 'antonym' && relation === 'synonym')
        )
          words.set(own, { own, other: token, relation });
      }
    }
  }
  const matched = [...aligned].flatMap(([at, words]): MatchedClause[] => {
    const clause = clauses[at];
    if (!clause) return [];
    const pairs = [...words.values()];
    const score = pairs.reduce((sum, { relation }) => sum + WEIGHTS[relation], 0) / content.length;
    return [{ clause, aligned: pairs, score }];
  });
  return matched.sort((a, b) => b.score - a.score);
}
