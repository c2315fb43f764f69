import { MOST_BUSY } from '../../../../server/diagnosis/load.ts';

/** The cost of one question in each part, in milliseconds, measured without concurrency. */
export interface QuestionCost {
  /** The server's first thread, through which every request goes. */
  mainThread: number;
  /** The server's other threads together: those of the embedded store and of the runtime. */
  otherThreads: number;
  /** The database's processes together; 0 for the embedded store. */
  database: number;
  /** The client, if it is on the same machine. */
  client: number;
  /** The wall-clock time from the question to the complete answer. */
  answer: number;
  /** The part of it spent waiting for the disk and the network. */
  waiting: number;
}

/** The resources of a machine: its processors, and the share of a processor that a busy thread gets beside other processes. */
export interface Machine {
  processors: number;
  /** From 0 to 1. */
  share: number;
}

/**
 * Predicts the questions per second of one process at a given concurrency from the cost of one question. It is a mean value
 * analysis of a closed queueing network: questions queue for the main thread, the other threads, the database's processors and
 * the client. Waiting for the disk and the network is a delay without a queue. The upper limit is the processors of the
 * machine, which all parts and other processes share.
 */
export function predictThroughput(cost: QuestionCost, atOnce: number, { processors, share }: Machine): number {
  const demands = [cost.mainThread, cost.otherThreads, cost.client].map((demand) => demand / share);
  const database = spread(cost.database / share, processors);
  const queues = [...demands, database.queue];
  const worked = cost.mainThread + cost.otherThreads + cost.database + cost.client;
  const delay = cost.waiting + database.delay;
  let waiting = queues.map(() => 0);
  let throughput = 0;
  for (let asking = 1; asking <= atOnce; asking += 1) {
    const times = queues.map((demand, at) => demand * (1 + (waiting[at] ?? 0)));
    throughput = asking / (delay + times.reduce((sum, time) => sum + time, 0));
    waiting = times.map((time) => throughput * time);
  }
  // A question is in one queue at a time, so the number of busy threads is at most the number of questions or threads.
  const ours = Math.min(atOnce, demands.length + (cost.database > 0 ? processors : 0));
  return 1000 * Math.min(throughput, (processors * ours) / (ours + others({ processors, share })) / worked);
}

/** The number of busy threads of other processes. */
function others({ processors, share }: Machine): number {
  return share > 0.95 ? 0 : processors / share - 1;
}

/** Replaces a station with several processors by a faster one and a delay (Seidmann's approximation). */
function spread(demand: number, processors: number): { queue: number; delay: number } {
  return { queue: demand / processors, delay: (demand * (processors - 1)) / processors };
}

/** The load of an installation. */
export interface Load {
  chunks: number;
  questionsPerSecond: number;
}

/** The measured costs of one engine. */
export interface Costs {
  question: QuestionCost;
  /** The statements of a question; null for the embedded store. */
  statements: { count: number; milliseconds: number } | null;
  /** The ingestion of one chunk: milliseconds of processor time, and bytes of the database. */
  chunk: { server: number; database: number; bytes: number };
  /** The memory of one server process in megabytes, without models and without the processes that parse documents. */
  memory: number;
}

export interface Size {
  replicas: number;
  /** For questions only. */
  serverProcessors: number;
  databaseProcessors: number;
  /** In gigabytes. */
  disk: number;
  /** The average number of concurrent statements, and the connections for them with room for bursts. */
  busyConnections: number;
  connections: number;
  /** The hours to ingest everything with as many processors as the questions need. */
  readingHours: number;
}

/** The maximum planned utilisation of a part, by which the server judges its own load as well. */
export const BUSY = MOST_BUSY;
/** The number of connections per busy one. */
const ROOM = 3;
/** The minimum size of a pool. */
const MIN_CONNECTIONS = 4;

/** Predicts the resources for a load, assuming that costs stay the same as in small projects. */
export function sizeFor({ chunks, questionsPerSecond }: Load, costs: Costs): Size {
  const processors = (milliseconds: number) =>
    Math.max(1, Math.ceil((questionsPerSecond * milliseconds) / 1000 / BUSY));
  const { mainThread, otherThreads, database } = costs.question;
  const replicas = Math.max(2, processors(mainThread));
  const serverProcessors = Math.max(replicas, processors(mainThread + otherThreads));
  const databaseProcessors = processors(database);
  const { count, milliseconds } = costs.statements ?? { count: 0, milliseconds: 0 };
  const busyConnections = (questionsPerSecond * count * milliseconds) / 1000;
  const reading = Math.max(costs.chunk.server / serverProcessors, costs.chunk.database / databaseProcessors);
  return {
    replicas,
    serverProcessors,
    databaseProcessors,
    disk: (chunks * costs.chunk.bytes) / 1e9,
    busyConnections,
    connections: replicas * Math.max(MIN_CONNECTIONS, Math.ceil((ROOM * busyConnections) / replicas)),
    readingHours: (chunks * reading) / 3_600_000,
  };
}
