import type { Embedder } from '../../engines/types.ts';
import { queryTerms } from '../../language/terms.ts';
import { contextualizeQuery } from '../query/contextualize-query.ts';
import type { NearestPassage, UnansweredFinder } from '../types.ts';
import { clusterQuestions } from './cluster-questions.ts';
import { type SearchDependencies, search } from './search.ts';

/** Questions processed before the event loop gets a turn; each takes some tens of microseconds. */
const BATCH_SIZE = 50;

export interface UnansweredDependencies {
  store: SearchDependencies['store'];
  /** The built-in embedder, which knows spelling alone and is always available. */
  spelling: Embedder;
  /** The one whose vectors are searched, or null. */
  embedder: () => Embedder | null;
}

export function createUnansweredFinder({ store, spelling, embedder }: UnansweredDependencies): UnansweredFinder {
  return {
    async group(projectId, questions) {
      const languages = await store.documents.languages(projectId);
      // Only the documents' languages are stemmed. Without documents, words stay as they are.
      const stems = languages.length > 0 ? languages : ['und'];
      const profiles = [];
      for (let at = 0; at < questions.length; at += BATCH_SIZE) {
        const some = questions.slice(at, at + BATCH_SIZE);
        const vectors = await spelling.embed(some, 'query');
        for (const [place, text] of some.entries()) {
          profiles.push({ terms: queryTerms(text, stems), vector: vectors[place] ?? new Float32Array() });
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      return clusterQuestions(profiles);
    },

    async nearest(projectId, text, limit, signal) {
      const question = { projectId, text, history: [], contact: '', signal };
      const searchWith = (by: Embedder | null) =>
        search({ store, embedder: by }, question, contextualizeQuery(question));
      // If the embedding model fails, the text index alone has to do.
      const { ranked } = await searchWith(embedder()).catch(() => searchWith(null));
      return ranked
        .slice(0, limit)
        .map(({ match: { passage }, probability }): NearestPassage => ({ passage, score: probability }));
    },
  };
}
