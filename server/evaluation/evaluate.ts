import { readFile } from 'node:fs/promises';
import { Presets, SingleBar } from 'cli-progress';
import { createAnswerer } from '../answering/pipeline.ts';
import { createQuestionReader } from '../answering/retrieval/question-reader.ts';
import type { Env } from '../config/env.ts';
import { allModels } from '../engines/own-models/own-models.ts';
import {
  chooseEmbedder,
  chooseGenerator,
  chooseReader,
  chooseReranker,
  chooseVerifier,
} from '../engines/selection/create-engines.ts';
import type { Log } from '../platform/log.ts';
import { readSecret } from '../store/open-store.ts';
import { openSqliteToRead, type ReadingStore } from '../store/sqlite/open-to-read.ts';
import { ask, type Outcome } from './ask.ts';
import { GoldenFileError, readGoldenQuestions } from './golden-file.ts';
import { report, totalsOf } from './report.ts';

export interface EvaluationOptions {
  file: string;
  /** Id or name; null for the only project. */
  project: string | null;
  /** The least share (0–1) of answerable questions whose passage must be among the best five; null for no gate. */
  minHit: number | null;
}

/** The report, and whether the gate was passed. */
export interface Evaluation {
  text: string;
  passed: boolean;
}

/**
 * Asks a project the golden questions of a file with the configured engines, and reports how often the right passage is found
 * and cited, and how often the answer is refused. It reads the data directory beside a running server and writes nothing.
 * Throws an error whose message is written for the operator.
 */
export async function evaluate(env: Env, log: Log, { file, project, minHit }: EvaluationOptions): Promise<Evaluation> {
  const questions = await goldenQuestionsOf(file);
  const catalogue = await allModels(env.dataDir);
  const embedder = await chooseEmbedder(env, catalogue, log);
  const generator = await chooseGenerator(env, catalogue, log, () => readSecret(env));
  const reranker = await chooseReranker(env, catalogue, log);
  const reader = await chooseReader(env, log);
  const verifying = await chooseVerifier(env, catalogue, log);
  const verifier = env.verifier === 'answerer' ? 'answerer' : verifying;
  try {
    const store = await openSqliteToRead(env.dataDir, embedder, log);
    try {
      const projectId = await projectOf(store, project);
      const questionReader = reader && createQuestionReader(reader, store);
      const answerer = createAnswerer(
        { store, embedder: () => embedder, reranker, questionReader },
        generator && { generator, log, now: Date.now, verifier },
      );
      const outcomes: Outcome[] = [];
      const progress = bar(questions.length);
      try {
        for (const golden of questions) {
          outcomes.push(await ask({ store, embedder, reranker, questionReader, answerer }, projectId, golden));
          progress.increment();
        }
      } finally {
        progress.stop();
      }
      return judged(outcomes, minHit);
    } finally {
      await store.close();
    }
  } finally {
    await verifying?.close();
    await reader?.close();
    await reranker?.close();
    await generator?.close();
    await embedder.close();
  }
}

async function goldenQuestionsOf(file: string) {
  const content = await readFile(file, 'utf8').catch(() => {
    throw new Error(`The file ${file} cannot be read.`);
  });
  try {
    return readGoldenQuestions(file, content);
  } catch (error) {
    if (!(error instanceof GoldenFileError)) throw error;
    throw new Error(`${file}: ${error.message}`);
  }
}

async function projectOf(store: Pick<ReadingStore, 'projects'>, wanted: string | null): Promise<string> {
  const projects = await store.projects();
  if (wanted !== null) {
    if (projects.some(({ id }) => id === wanted)) return wanted;
    throw new Error(`There is no project ${wanted} in this data directory.`);
  }
  const [only, ...more] = projects;
  if (!only) throw new Error('There is no project in this data directory yet.');
  if (more.length === 0) return only.id;
  const names = projects.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  throw new Error(`There are ${projects.length} projects; choose one with --project:\n${names}`);
}

/** Shown only in a terminal. */
function bar(total: number): SingleBar {
  const format = '{bar} {value}/{total} questions';
  const progress = new SingleBar({ format, clearOnComplete: true, stream: process.stderr }, Presets.shades_classic);
  progress.start(total, 0);
  return progress;
}

function judged(outcomes: Outcome[], minHit: number | null): Evaluation {
  const { answerable, found } = totalsOf(outcomes);
  const text = report(outcomes);
  if (minHit === null || answerable === 0 || found / answerable >= minHit) return { text, passed: true };
  const hit = (found / answerable).toFixed(2);
  return {
    text: `${text}\n\nThe gate is not passed: hit@5 is ${hit}, and --min-hit asks for ${minHit}.`,
    passed: false,
  };
}
