import { writeFileSync } from 'node:fs';
import { createOpenAiGenerator } from '../../../../server/engines/openai/openai-generator.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { openEngines } from '../engines.ts';
import { progressBar } from '../progress-bar.ts';
import { openWorkbench } from '../workbench.ts';
import { loadCorpus } from './corpus.ts';
import { buildPrompt, findPassages, namePassages, toAskedQuestion } from './passages.ts';
import { QUESTIONS_FILE, recordedQuestions } from './recorded-files.ts';

/**
 * Prints the prompts that the server builds for questions of a set, and writes which passages they have into the file of
 * recorded questions. A question that stands there already gets the passages of today.
 */
export async function recordPrompts(data: string, set: string, ids: string[]): Promise<void> {
  const corpus = await loadCorpus(data, set);
  const engines = await openEngines({ embedder: 'builtin', answerer: 'extractive' });
  const bench = await openWorkbench(engines);
  // Nothing is asked of it: it tells how much fits.
  const address = { url: 'http://127.0.0.1:9/v1', apiKey: '', model: 'recorded', contextTokens: null };
  const generator = createOpenAiGenerator(
    address,
    createLog(() => {}, 'error'),
  );
  const recorded = new Map(recordedQuestions().map((one) => [one.id, one]));
  try {
    const ingesting = progressBar(`${set}: documents`, corpus.documents.length);
    const at = await bench.ingest(corpus, (done) => ingesting.update(done));
    ingesting.stop();
    for (const id of ids) {
      const question = corpus.questions.get(id);
      if (!question) {
        console.log(`${set} has no question ${id}.`);
        continue;
      }
      const asked = await toAskedQuestion(bench, at, question);
      const { messages, shown } = await buildPrompt(generator, asked, await findPassages(bench, asked));
      console.log(`\n##### ${set} ${id}`);
      for (const { role, text } of messages.slice(1)) console.log(`--- ${role}\n${text}`);
      const passages = await namePassages(bench, at, shown);
      if (passages) recorded.set(id, { set, id, passages });
      else console.log(`${id} is not recorded: a passage of its prompt stands in its document twice.`);
    }
  } finally {
    await bench.close();
    await engines.close();
  }
  writeFileSync(QUESTIONS_FILE, [...recorded.values()].map((one) => `${JSON.stringify(one)}\n`).join(''));
}
