/** What one question takes of each part, in milliseconds, as measured with nobody else asking. */
export interface QuestionCost {
  /** The server's first thread, through which every request goes. */
  mainThread: number;
  /** Its other threads together: those of the embedded store, and of the runtime. */
  otherThreads: number;
  /** The database's processes together; 0 for the embedded store. */
  database: number;
  /** Whoever asks, where that is on the same machine. */
  client: number;
  /** From the question to the whole answer, by the clock. */
  answer: number;
  /** What of that is neither work nor waiting for a processor: for the disk and the network. */
  waiting: number;
}

/** What a machine has to give: how many processors, and how much of one a single busy thread gets beside whatever else runs. */
export interface Machine {
  processors: number;
  /** From 0 to 1. */
  share: number;
}

/**
 * Questions a second of one process, with so many asked at a time, predicted from the cost of one. Mean value analysis of a
 * closed network: the questions wait in turn for the main thread, for the other threads, for the database's processors and
 * for who asks; what the clock shows beside that (the disk, the network) delays each, but keeps nobody else waiting. The
 * processors of the machine, which all of them share here with whatever else runs, are the limit.
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
  // A question is in one place at a time, so no more threads of ours are busy than there are questions, or threads.
  const ours = Math.min(atOnce, demands.length + (cost.database > 0 ? processors : 0));
  return 1000 * Math.min(throughput, (processors * ours) / (ours + others({ processors, share })) / worked);
}

/** How many busy threads of others take their fair part beside ours. */
function others({ processors, share }: Machine): number {
  return share > 0.95 ? 0 : processors / share - 1;
}

/** A station with several processors as one that is so many times faster, and a delay (Seidmann's approximation). */
function spread(demand: number, processors: number): { queue: number; delay: number } {
  return { queue: demand / processors, delay: (demand * (processors - 1)) / processors };
}

/** What an installation is made for. */
export interface Load {
  chunks: number;
  questionsPerSecond: number;
}

/** All costs of one engine, as measured. */
export interface Costs {
  question: QuestionCost;
  /** Of a question in the database; none in the embedded store. */
  statements: { count: number; milliseconds: number } | null;
  /** Of one chunk, from the upload to where it answers: milliseconds of processor time, and bytes of the database. */
  chunk: { server: number; database: number; bytes: number };
  /** Megabytes of one process that answers, without models and without the children that read documents. */
  memory: number;
}

export interface Size {
  replicas: number;
  /** For questions alone. */
  serverProcessors: number;
  databaseProcessors: number;
  /** Gigabytes. */
  disk: number;
  /** Statements under way at the same time, on average, and the connections that this needs with room for bursts. */
  busyConnections: number;
  connections: number;
  /** Hours to read everything in, with as many processors as the questions need. */
  readingHours: number;
}

/** No part is planned to be busier than this: beyond it, waiting grows faster than work. */
export const BUSY = 0.6;
/** Connections for each that is busy on average. */
const ROOM = 3;
/** Fewer are not worth a pool. */
const FEWEST_CONNECTIONS = 4;

/** What a load needs by these costs, if every part goes on to cost what it costs at the small end. */
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
    connections: replicas * Math.max(FEWEST_CONNECTIONS, Math.ceil((ROOM * busyConnections) / replicas)),
    readingHours: (chunks * reading) / 3_600_000,
  };
}
