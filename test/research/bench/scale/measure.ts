import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { seeded } from '../../../helpers/input/seeded.ts';
import { asInEnglish, createWords, paragraph } from '../books.ts';
import { residentMegabytes } from '../processes.ts';
import { ingest, withSubject } from '../subject.ts';
import type { Costs, QuestionCost } from './model.ts';
import { shareOfProcessor, threadTimes, treeTime } from './processor-time.ts';

/** The approximate sizes of the measured projects, in chunks. */
export const SIZES = [1_000, 10_000];
/** The numbers of concurrent questions. */
export const AT_ONCE = [1, 2, 4, 8];
const CHUNKS_PER_DOCUMENT = 1_000;
/** The approximate length of a chunk of the generated documents. */
const CHARACTERS_PER_CHUNK = 1_000;
const WARM_UP = 60;
const QUESTIONS = 240;
const TURNS = 4;

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The server to measure, and its database. */
export interface Engine {
  name: string;
  settings: Record<string, string>;
  /** Null if the engine is part of the server. */
  database: {
    /** The processor time of its processes so far, in milliseconds. */
    time(): number;
    bytes(): Promise<number>;
    statements(): { count: number; milliseconds: number };
  } | null;
}

export interface AtSize {
  chunks: number;
  costs: Costs;
  /** Questions per second by concurrency, and the share of a processor that a thread could have had meanwhile. */
  throughput: Map<number, { perSecond: number; share: number }>;
}

interface Asked {
  baseURL: string;
  apiKey: string;
  questions: string[];
}

/** A Markdown document of about `chunks` chunks, and questions with words from it. */
function makeDocument(seed: number, chunks: number): { bytes: Uint8Array; questions: string[] } {
  const random = seeded(seed);
  const word = asInEnglish(createWords(random), random);
  const sections = Array.from({ length: chunks }, () => paragraph(word, random, CHARACTERS_PER_CHUNK));
  const text = sections.map((section, at) => `## Section ${at + 1}\n\n${section}`).join('\n\n');
  const questions = sections
    .filter((_, at) => at % 20 === 0)
    .map((section) => `What is ${section.replaceAll('.', '').split(' ').slice(20, 27).join(' ')}?`);
  return { bytes: new TextEncoder().encode(`# Book ${seed}\n\n${text}\n`), questions };
}

async function ask({ baseURL, apiKey }: Asked, query: string, agent: Agent): Promise<void> {
  const outgoing = request(`${baseURL}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    agent,
  });
  outgoing.end(JSON.stringify({ query }));
  const [response] = await once(outgoing, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`A question was answered with status ${response.statusCode}`);
}

/** A number of questions and their times in milliseconds. */
interface Round {
  /** The time from each question to its answer. */
  each: number[];
  /** The time from the first question to the last answer. */
  whole: number;
  /** The processor time of the client. */
  client: number;
}

async function askMany(asked: Asked, count: number, atOnce: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const each: number[] = [];
  let next = 0;
  const connection = async () => {
    while (next < count) {
      const query = asked.questions[next++ % asked.questions.length] ?? '';
      const began = performance.now();
      await ask(asked, query, agent);
      each.push(performance.now() - began);
    }
  };
  const [began, used] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: atOnce }, connection));
  const { user, system } = process.cpuUsage(used);
  agent.destroy();
  return { each, whole: performance.now() - began, client: (user + system) / 1000 };
}

/** Alternates between questions and measuring the available share of a processor, as the machine may be busy. */
async function askInTurns(asked: Asked, atOnce: number): Promise<Round & { share: number }> {
  const shares = [shareOfProcessor()];
  const rounds: Round[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    rounds.push(await askMany(asked, QUESTIONS / TURNS, atOnce));
    shares.push(shareOfProcessor());
  }
  const total = (of: (round: Round) => number) => rounds.reduce((sum, round) => sum + of(round), 0);
  const each = rounds.flatMap((round) => round.each);
  return { each, whole: total(({ whole }) => whole), client: total(({ client }) => client), share: mean(shares) };
}

/** Measures the cost of one question without concurrency. */
async function costOf(asked: Asked, pid: number, database: Engine['database']) {
  database?.statements();
  const [threads, inDatabase] = [threadTimes(pid), database?.time() ?? 0];
  const { each, client, share } = await askInTurns(asked, 1);
  const after = threadTimes(pid);
  const perQuestion = (milliseconds: number) => milliseconds / QUESTIONS;
  const statements = database?.statements() ?? null;
  const work = {
    mainThread: perQuestion(after.main - threads.main),
    otherThreads: perQuestion(after.others - threads.others),
    database: perQuestion((database?.time() ?? 0) - inDatabase),
    client: perQuestion(client),
  };
  const worked = work.mainThread + work.otherThreads + work.database + work.client;
  const question: QuestionCost = { ...work, answer: mean(each), waiting: Math.max(0, mean(each) - worked / share) };
  return {
    question,
    statements: statements && {
      count: perQuestion(statements.count),
      milliseconds: statements.milliseconds / Math.max(1, statements.count),
    },
  };
}

/** Fills a project of each size through the API, and measures questions with increasing concurrency. */
export async function measureEngine(directory: string, engine: Engine): Promise<AtSize[]> {
  const { settings, database } = engine;
  return withSubject(
    directory,
    async ({ server, accessToken }) => {
      const baseURL = `${server.origin}/v1`;
      const owner = new Footnote({ baseURL, accessToken });
      const results: AtSize[] = [];
      for (const size of SIZES) {
        const project = await owner.projects.create({ name: `${size} chunks` });
        const { key: apiKey } = await owner.projects.apiKeys.create(project.id);
        const footnote = new Footnote({ baseURL, apiKey });
        const bytesOf = () => database?.bytes() ?? bytesIn(directory);
        const [server0, database0, bytes0] = [treeTime(server.pid), database?.time() ?? 0, await bytesOf()];
        let chunks = 0;
        const questions: string[] = [];
        for (let made = 0; made < size; made += CHUNKS_PER_DOCUMENT) {
          const document = makeDocument(size + made, Math.min(size - made, CHUNKS_PER_DOCUMENT));
          const subject = { server, accessToken, apiKey, footnote, projectId: project.id };
          chunks += await ingest(subject, document.bytes, `book-${made}.md`);
          questions.push(...document.questions);
        }
        const perChunk = (value: number) => value / chunks;
        const chunk = {
          server: perChunk(treeTime(server.pid) - server0),
          database: perChunk((database?.time() ?? 0) - database0),
          bytes: perChunk((await bytesOf()) - bytes0),
        };
        const asked: Asked = { baseURL, apiKey, questions };
        await askMany(asked, WARM_UP, 2);
        const { question, statements } = await costOf(asked, server.pid, database);
        const throughput: AtSize['throughput'] = new Map();
        for (const atOnce of AT_ONCE) {
          const { whole, share } = await askInTurns(asked, atOnce);
          throughput.set(atOnce, { perSecond: (QUESTIONS / whole) * 1000, share });
        }
        const memory = residentMegabytes(server.pid);
        results.push({ chunks, costs: { question, statements, chunk, memory }, throughput });
      }
      return results;
    },
    settings,
  );
}

/** The size of the embedded database: its file and its log. */
async function bytesIn(directory: string): Promise<number> {
  const names = (await readdir(directory)).filter((name) => /^footnote\.db(-wal)?$/.test(name));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
