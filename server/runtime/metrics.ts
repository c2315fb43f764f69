import type { FinishReason } from '../answering/types.ts';
import type { IngestionOutcome } from '../ingestion/types.ts';
import { createCounter, createGauge, createHistogram } from '../platform/prometheus.ts';

/** Seconds. */
const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** What an operator watches. Nothing that a client sends becomes part of it. */
export interface Metrics {
  /** `route`: the name of its rule, null for a path without a rule. */
  request(route: string | null, status: number, seconds: number): void;
  question(outcome: FinishReason): void;
  ingestion(outcome: IngestionOutcome): void;
  /** Everything in Prometheus' text format. */
  render(): Promise<string>;
}

export function createMetrics(parts: {
  version: string;
  /** Ingestion jobs by state. */
  jobs: () => Promise<{ queued: number; running: number }>;
  /** Answers that a model writes, and those that wait for it. */
  answers: () => { running: number; waiting: number };
  /** Chunks that a changed embedder has to embed again, and those that it has done; null where all vectors are its own. */
  reEmbedding: () => Promise<{ total: number; done: number } | null>;
}): Metrics {
  let jobs = { queued: 0, running: 0 };
  let reEmbedding: { total: number; done: number } | null = null;
  const requests = createCounter('footnote_requests_total', 'Requests by route and status.');
  const latencies = createHistogram(
    'footnote_request_duration_seconds',
    'From the first byte of a request to the last of its answer.',
    LATENCIES,
  );
  const questions = createCounter('footnote_questions_total', 'Questions by how their answering ended.');
  const ingestion = createCounter('footnote_ingestion_jobs_total', 'Attempts to read a source, by how they ended.');
  const instruments = [
    requests,
    latencies,
    questions,
    ingestion,
    createGauge('footnote_ingestion_queue', 'Ingestion jobs by state.', () => [
      [{ state: 'queued' }, jobs.queued],
      [{ state: 'running' }, jobs.running],
    ]),
    createGauge('footnote_answer_queue', 'Answers that a model writes, by state.', () => [
      [{ state: 'waiting' }, parts.answers().waiting],
      [{ state: 'running' }, parts.answers().running],
    ]),
    createGauge('footnote_reembedding_chunks', 'Chunks that a changed embedder embeds anew, by state.', () => [
      [{ state: 'waiting' }, reEmbedding ? reEmbedding.total - reEmbedding.done : 0],
      [{ state: 'done' }, reEmbedding?.done ?? 0],
    ]),
    createGauge('process_resident_memory_bytes', 'Memory that the process holds.', () => [
      [{}, process.memoryUsage.rss()],
    ]),
    createGauge('nodejs_heap_used_bytes', 'Of it, JavaScript in use.', () => [[{}, process.memoryUsage().heapUsed]]),
    createGauge('process_start_time_seconds', 'When the process started.', () => [
      [{}, Math.round(performance.timeOrigin) / 1000],
    ]),
    createGauge('footnote_build_info', 'The version that runs.', () => [[{ version: parts.version }, 1]]),
  ];

  return {
    request(route, status, seconds) {
      requests.add({ route: route ?? 'none', status });
      latencies.observe({ route: route ?? 'none' }, seconds);
    },
    question: (reason) => questions.add({ outcome: reason === 'stop' || reason === 'length' ? 'answered' : reason }),
    ingestion: (outcome) => ingestion.add({ outcome }),
    async render() {
      [jobs, reEmbedding] = await Promise.all([parts.jobs(), parts.reEmbedding()]);
      return `${instruments.flatMap((instrument) => instrument.lines()).join('\n')}\n`;
    },
  };
}
