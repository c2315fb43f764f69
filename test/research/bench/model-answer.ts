import { fitContext } from '../../../server/answering/context/fit-context.ts';
import { createAdmissionQueue } from '../../../server/answering/generation/admission-queue.ts';
import { generateAnswer } from '../../../server/answering/generation/generate-answer.ts';
import { contextualizeQuery } from '../../../server/answering/query/contextualize-query.ts';
import { inReadingOrder, search } from '../../../server/answering/retrieval/search.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { identifyEngine } from '../../../server/engines/engine-id.ts';
import { estimateTokens } from '../../../server/engines/openai/openai-generator.ts';
import type { Generator } from '../../../server/engines/types.ts';
import { loadWordNet } from '../../../server/language/lexicon/lexicon.ts';
import { createLog } from '../../../server/platform/log.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import { withProject } from '../../helpers/stores/rows.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { missingPages, pagesOf, readCorpora, storePages } from './profile/corpora.ts';
import { cpuOf } from './stages.ts';
import { answerFrom, tokensOf } from './stub-answer.ts';
import { withDirectory } from './subject.ts';

const PASSAGES = 1_000;
const QUESTIONS = 60;
const ROUNDS = 3;
const MAX_MS = 15;
/** As a model writes within a tenth of a second. */
const TOKENS_AT_ONCE = 6;

/** A model that writes at once, so that nothing but the work on its answer takes time. */
const generator: Generator = {
  ...identifyEngine('openai', 'stub'),
  budget: { prompt: 3_000, answer: 800, message: 8 },
  concurrency: 32,
  count: async (texts) => texts.map(estimateTokens),
  async *generate(messages) {
    const tokens = tokensOf(answerFrom(messages.at(-1)?.text ?? ''));
    for (let at = 0; at < tokens.length; at += TOKENS_AT_ONCE)
      yield { type: 'text', delta: tokens.slice(at, at + TOKENS_AT_ONCE).join('') };
    yield { type: 'end', reason: 'stop', usage: { prompt: 2000, completion: tokens.length } };
  },
  ready: async () => true,
  async close() {},
};

/** Measures what an answer costs beside its model and its search: admission, the prompt, and the checks of its sentences. */
export async function measureModelAnswer(): Promise<Measurement[]> {
  await loadWordNet();
  return withDirectory(async (dataDir) => {
    const embedder = createBuiltinEmbedder();
    const store = await openSqliteStore({ dataDir, embedder, log: createLog(() => undefined) });
    try {
      const { id: projectId } = await withProject(store);
      const { pages, questions } = await readCorpora();
      await storePages(store, projectId, missingPages(pagesOf(pages), 0, PASSAGES));
      const queue = createAdmissionQueue({ concurrency: () => 32, maxWaiting: 128, now: Date.now });
      const { signal } = new AbortController();
      const times: Record<'admission' | 'prompt' | 'whole', number[]> = { admission: [], prompt: [], whole: [] };
      const asked = await Promise.all(
        questions.slice(0, QUESTIONS).map(async (text) => {
          const question = { projectId, text, history: [], contact: '', signal };
          const query = contextualizeQuery(question);
          const deps = { store, embedder, reranker: null, questionReader: null };
          const result = await search(deps, question, query);
          return { question, query, languages: result.languages, passages: inReadingOrder(result, deps) };
        }),
      );
      for (let turn = 0; turn <= ROUNDS; turn += 1) {
        const sums = { admission: 0, prompt: 0, whole: 0 };
        for (const input of asked) {
          if (input.passages.length === 0) continue;
          const { query } = input;
          const context = { text: query.text, language: query.language, history: [] };
          sums.admission += await cpuOf(async () => {
            const ticket = queue.reserve('account');
            for await (const _ of ticket.waitForTurn(signal));
            ticket.release();
          });
          sums.prompt += await cpuOf(() => fitContext(generator, context, input.passages, signal));
          sums.whole += await cpuOf(async () => {
            for await (const _ of generateAnswer(
              { generator, embedder: null, habit: { thinks: false, startsThinking: false } },
              input,
            ));
          });
        }
        // The first round warms the code.
        for (const part of ['admission', 'prompt', 'whole'] as const)
          if (turn > 0) times[part].push(sums[part] / asked.length);
      }
      const [admission, prompt, whole] = [median(times.admission), median(times.prompt), median(times.whole)];
      const checks = whole - prompt;
      return [
        {
          what: `processor time an answer beside its model (admission ${round(admission)}, prompt ${round(prompt)}, reading and checking it ${round(checks)} ms)`,
          floor: '',
          measured: `${round(admission + whole)} ms`,
          target: `≤ ${MAX_MS} ms`,
          verdict: verdict(admission + whole <= MAX_MS),
        },
      ];
    } finally {
      await store.close();
      await embedder.close();
    }
  });
}
