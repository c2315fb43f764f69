import type { Embedder } from '../../engines/types.ts';
import { contextualizeQuery } from '../query/contextualize-query.ts';
import { type SearchDependencies, search } from '../retrieval/search.ts';
import type { NearestPassage, UnansweredFinder } from '../types.ts';
import { clusterQuestions, profileOf } from './cluster-questions.ts';

/** Questions processed before the event loop gets a turn; each takes some tens of microseconds. */
const BATCH_SIZE = 50;

interface UnansweredDependencies {
  store: SearchDependencies['store'];
  /** The one whose vectors are searched, or null. */
  embedder: () => Embedder | null;
}

/** What is made of the questions that were refused: groups that ask for the same, and what comes nearest to an answer. */
export function createUnansweredFinder({ store, embedder }: UnansweredDependencies): UnansweredFinder {
  return {
    async group(projectId, questions) {
      const languages = await store.documents.languages(projectId);
      // Only the documents' languages are stemmed. Without documents, words stay as they are.
      const stems = languages.length > 0 ? languages : ['und'];
      const profiles = [];
      for (let at = 0; at < questions.length; at += BATCH_SIZE) {
        const some = questions.slice(at, at + BATCH_SIZE);
        profiles.push(...some.map((text) => profileOf(text, stems)));
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
