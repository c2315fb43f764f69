import type { Generator, Verifier } from '../engines/types.ts';
import type { Log } from '../platform/log.ts';
import type { Store } from '../store/types.ts';
import type { ThinkingHabit } from './completion/stream-completion.ts';
import type { SearchDependencies, search } from './retrieval/search.ts';
import type { CuratedFinder, OnVerification } from './types.ts';

export interface AnswererDependencies extends Omit<SearchDependencies, 'embedder' | 'store'> {
  store: SearchDependencies['store'] & { sources: Pick<Store['sources'], 'underWay'> };
  /** The one whose vectors are searched at the moment, or null. Called once for each question. */
  embedder: () => SearchDependencies['embedder'];
  /** The answers that owners have written. */
  curated?: CuratedFinder;
}

/** A model that writes answers, and what its queue needs. */
export interface ModelAnswering {
  generator: Generator;
  log: Log;
  now: () => number;
  /** Checks sentences besides the rules: a model, or the answering model asked again. Without it, the rules alone do. */
  verifier?: Verifier | 'answerer' | null;
  onVerification?: OnVerification;
}

/** A model and what its last answer has told of it. */
export type CurrentModel = ModelAnswering & { habit: ThinkingHabit };

/** The dependencies, with the embedder whose vectors are searched for this question. */
export type QuestionDependencies = SearchDependencies &
  Pick<AnswererDependencies, 'store' | 'curated'> & {
    /** Waits until there is a place for another search of this account. */
    search: typeof search;
  };
