import type { FinishReason, OnVerification } from '../answering/types.ts';
import type { IngestionOutcome } from '../ingestion/types.ts';
import { createCounter, createGauge, createHistogram } from '../platform/prometheus.ts';

/** The histogram's upper bounds, in seconds. */
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Metrics for the operator. They contain nothing that a client sent. */
export interface Metrics {
  /** `route` is the name of the route's rule; null for a path without a route. */
  request(route: string | null, status: number, seconds: number): void;
  question(outcome: FinishReason): void;
  ingestion(outcome: IngestionOutcome): void;
  verification: OnVerification;
  /** All metrics in Prometheus' text format. */
  render(): Promise<string>;
}

export function createMetrics(parts: {
  version: string;
  /** Ingestion jobs by state. */
  jobs: () => Promise<{ queued: number; running: number }>;
  /** The number of answers that a model is writing, that wait for it, and that it may write at present. */
  answers: () => { running: number; waiting: number; limit: number };
  /** Called at the end of each question. */
  onQuestion: () => void;
  /** The progress of a new embedder in chunks; null if it has embedded all of them. */
  reEmbedding: () => Promise<{ total: number; done: number } | null>;
}): Metrics {
  let jobs = { queued: 0, running: 0 };
  let reEmbedding: { total: number; done: number } | null = null;
  const requests = createCounter('footnote_requests_total', 'Requests by route and status.');
  const latencies = createHistogram(
    'footnote_request_duration_seconds',
    'Time from receiving a request to sending the last byte of its response.',
    LATENCY_BUCKETS,
  );
  const questions = createCounter('footnote_questions_total', 'Questions by outcome.');
  const ingestion = createCounter('footnote_ingestion_jobs_total', 'Attempts to ingest a source, by outcome.');
  const verifications = createCounter(
    'footnote_verifier_requests_total',
    'Requests to the engine that checks sentences besides the rules, by outcome.',
  );
  const verificationTimes = createHistogram(
    'footnote_verifier_request_duration_seconds',
    'Time of a request to the engine that checks sentences besides the rules.',
    LATENCY_BUCKETS,
  );
  const instruments = [
    requests,
    latencies,
    questions,
    ingestion,
    verifications,
    verificationTimes,
    createGauge('footnote_ingestion_queue', 'Ingestion jobs by state.', () => [
      [{ state: 'queued' }, jobs.queued],
      [{ state: 'running' }, jobs.running],
    ]),
    createGauge('footnote_answer_queue', 'Answers of a model, by state.', () => [
      [{ state: 'waiting' }, parts.answers().waiting],
      [{ state: 'running' }, parts.answers().running],
    ]),
    createGauge(
      'footnote_answer_limit',
      'Answers that a model may write at the same time at present; 0 without one.',
      () => [[{}, parts.answers().limit]],
    ),
    createGauge('footnote_reembedding_chunks', 'Chunks that a new embedder embeds again, by state.', () => [
      [{ state: 'waiting' }, reEmbedding ? reEmbedding.total - reEmbedding.done : 0],
      [{ state: 'done' }, reEmbedding?.done ?? 0],
    ]),
    createGauge('process_resident_memory_bytes', 'Resident memory of the process.', () => [
      [{}, process.memoryUsage.rss()],
    ]),
    createGauge('nodejs_heap_used_bytes', 'JavaScript heap in use.', () => [[{}, process.memoryUsage().heapUsed]]),
    createGauge('process_start_time_seconds', 'Start time of the process, in seconds since the Unix epoch.', () => [
      [{}, Math.round(performance.timeOrigin) / 1000],
    ]),
    createGauge('footnote_build_info', 'The running version.', () => [[{ version: parts.version }, 1]]),
  ];

  return {
    request(route, status, seconds) {
      requests.add({ route: route ?? 'none', status });
      latencies.observe({ route: route ?? 'none' }, seconds);
    },
    question(reason) {
      questions.add({ outcome: reason === 'stop' || reason === 'length' ? 'answered' : reason });
      parts.onQuestion();
    },
    ingestion: (outcome) => ingestion.add({ outcome }),
    verification(outcome, seconds) {
      verifications.add({ outcome });
      verificationTimes.observe({}, seconds);
    },
    async render() {
      [jobs, reEmbedding] = await Promise.all([parts.jobs(), parts.reEmbedding()]);
      return `${instruments.flatMap((instrument) => instrument.lines()).join('\n')}\n`;
    },
  };
}
