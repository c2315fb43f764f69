import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../engines/types.ts';
import { linksIn } from '../../platform/text/markdown-links.ts';
import { dotProduct } from '../../platform/vectors/dot-product.ts';
import type { CuratedAnswers, LiveCuratedAnswer, Store, WordingVectors } from '../../store/types.ts';
import type { CuratedFinder, CuratedMatch } from '../types.ts';
import { nearnessOf } from './calibrate-embedder.ts';
import {
  createQuestionComparison,
  haveSameNames,
  LEAST_WORD,
  MIN_LIKENESS,
  plainQuestion,
  profileOf,
  type WordingsProfile,
} from './compare-questions.ts';

/** Projects whose answers are kept in memory, some kilobytes each. */
const CACHED_PROJECTS = 200;
/** A follow-up with fewer words rests on what was said before: “How long?” after another subject is another question. */
const FOLLOW_UP_WORDS = 3;
const EMBED_BATCH = 16;
/** How long a question waits for wordings that the current embedder has not embedded yet. The rest is for the next ones. */
const EMBEDDING_WAIT_MS = 2_000;

interface CuratedFinderDependencies {
  store: {
    curatedAnswers: Pick<CuratedAnswers, 'revision' | 'live' | 'setVectors'>;
    documents: Pick<Store['documents'], 'languages'>;
  };
  /** The embedder whose vectors are searched; null if there is none. */
  embedder: () => Embedder | null;
  now: () => number;
}

interface Candidate {
  answer: LiveCuratedAnswer;
  profile: WordingsProfile;
  /** Of the wordings, by the embedder of that id. */
  vectors: { embedder: string; values: Float32Array[] } | null;
}

interface ProjectAnswers {
  revision: string;
  languages: string[];
  candidates: Candidate[];
  /** Embeds what the embedder has not embedded; one at a time. */
  embedding: Promise<void> | null;
}

/**
 * Finds the answer that an owner has written for a question and its like: by the same words, by words of the same meaning, and,
 * where a model embeds, by its vectors.
 */
export function createCuratedFinder({ store, embedder, now }: CuratedFinderDependencies): CuratedFinder {
  const projects = new LRUCache<string, ProjectAnswers>({ max: CACHED_PROJECTS });
  const nearness = new LRUCache<string, number>({ max: 4 });

  async function answersOf(projectId: string): Promise<ProjectAnswers | null> {
    const revision = await store.curatedAnswers.revision(projectId);
    if (revision === null) return null;
    const known = projects.get(projectId);
    if (known?.revision === revision) return known;
    const [answers, languages] = await Promise.all([
      store.curatedAnswers.live(projectId),
      store.documents.languages(projectId),
    ]);
    // Only these languages are stemmed. Without documents, words stay as they are.
    const stems = languages.length > 0 ? languages : ['und'];
    const candidates = answers.map(
      (answer): Candidate => ({
        answer,
        profile: profileOf([answer.question, ...answer.wordings], stems),
        vectors: answer.vectors && fromStored(answer.vectors),
      }),
    );
    const loaded: ProjectAnswers = { revision, languages: stems, candidates, embedding: null };
    projects.set(projectId, loaded);
    return loaded;
  }

  /** Embeds the wordings that this embedder has not embedded, after a change of either, and stores their vectors. */
  async function embedMissing(projectId: string, { candidates }: ProjectAnswers, by: Embedder): Promise<void> {
    for (const candidate of candidates) {
      if (candidate.vectors?.embedder === by.id) continue;
      const values: Float32Array[] = [];
      const { wordings } = candidate.profile;
      for (let at = 0; at < wordings.length; at += EMBED_BATCH)
        values.push(...(await by.embed(wordings.slice(at, at + EMBED_BATCH), 'query')));
      // The embedder is unreachable at present. The next question tries again.
      if (values.length < wordings.length) return;
      candidate.vectors = { embedder: by.id, values };
      const { id, updatedAt } = candidate.answer;
      await store.curatedAnswers.setVectors(projectId, id, updatedAt, toStored(by.id, values));
    }
  }

  async function withVectors(projectId: string, answers: ProjectAnswers, by: Embedder): Promise<void> {
    answers.embedding ??= embedMissing(projectId, answers, by)
      .catch(() => undefined)
      .finally(() => {
        answers.embedding = null;
      });
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, EMBEDDING_WAIT_MS);
    });
    await Promise.race([answers.embedding, enough]);
    clearTimeout(timer);
  }

  async function nearnessBy(by: Embedder): Promise<number | null> {
    const known = nearness.get(by.id) ?? (await nearnessOf(by));
    if (known !== null) nearness.set(by.id, known);
    return known;
  }

  /** The usable answer whose wordings are nearest by the vectors of a model. */
  async function byVectors(
    projectId: string,
    answers: ProjectAnswers,
    usable: Candidate[],
    question: string,
    signal: AbortSignal,
  ): Promise<Candidate | null> {
    const by = embedder();
    if (!by?.semantic) return null;
    await withVectors(projectId, answers, by);
    const [vector] = await by.embed([question], 'query', signal);
    const least = vector ? await nearnessBy(by) : null;
    if (!vector || least === null) return null;
    let best: Candidate | null = null;
    let most = least;
    for (const candidate of usable) {
      if (candidate.vectors?.embedder !== by.id) continue;
      const near = Math.max(...candidate.vectors.values.map((value) => dotProduct(vector, value)));
      if (near > most && haveSameNames(question, candidate.profile, answers.languages))
        [best, most] = [candidate, near];
    }
    return best;
  }

  return {
    async find(projectId, question, { isFollowUp, signal }) {
      const answers = await answersOf(projectId);
      if (!answers) return null;
      const at = now();
      const usable = answers.candidates.filter(({ answer }) => answer.expiresAt === null || answer.expiresAt > at);
      const exact = usable.find(({ profile }) => profile.exact.has(plainQuestion(question)));
      if (exact) return toMatch(exact);
      const comparison = createQuestionComparison(question, answers.languages);
      if (isFollowUp && comparison.words < FOLLOW_UP_WORDS) return null;
      const found = byWords(usable, comparison) ?? (await byVectors(projectId, answers, usable, question, signal));
      return found && toMatch(found);
    },
  };
}

function byWords(usable: Candidate[], { compare }: ReturnType<typeof createQuestionComparison>): Candidate | null {
  let best: Candidate | null = null;
  let most = 0;
  for (const candidate of usable) {
    const { leastWord, likeness, sameNames } = compare(candidate.profile);
    if (leastWord < LEAST_WORD || likeness < MIN_LIKENESS || !sameNames || likeness <= most) continue;
    [best, most] = [candidate, likeness];
  }
  return best;
}

const toMatch = ({ answer: { id, question, answer } }: Candidate): CuratedMatch => ({
  id,
  question,
  text: answer,
  links: linksIn(answer),
});

function fromStored({ embedder, values }: WordingVectors): Candidate['vectors'] {
  const toVector = (text: string) => {
    const bytes = Buffer.from(text, 'base64');
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  };
  return { embedder, values: values.map(toVector) };
}

const toStored = (embedder: string, values: Float32Array[]): WordingVectors => ({
  embedder,
  values: values.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
  ),
});
