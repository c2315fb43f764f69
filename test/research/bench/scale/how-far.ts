/** The tables of the guide's page "How far one server goes": measured costs, and what a simulation makes of them. */
import { MEASURED, type Measured } from './measured.ts';
import { BUSY, type Load, sizeFor } from './model.ts';
import { type Simulated, simulate } from './simulate.ts';

const DAYS = 30;
/** The questions of a visitor, and the share of a day's questions in its busiest hour. Assumed, and said so on the page. */
export const QUESTIONS_EACH = 3;
export const BUSIEST_HOUR = 0.1;
const VISITORS = [100_000, 1_000_000, 10_000_000, 100_000_000];
const PASSAGES = 10_000;
/** As many questions are simulated, however long they take to come. */
const SIMULATED = 20_000;

/** The questions a second in the busiest hour of so many visitors a month. */
export const peakOf = (visitors: number): number => ((visitors / DAYS) * QUESTIONS_EACH * BUSIEST_HOUR) / 3600;

/** The questions a second with which the busiest part of one process is busy for as long as it should be at most. */
export function carriedBy({ costs }: Measured): number {
  const { mainThread, otherThreads } = costs.question;
  return (1000 * BUSY) / Math.max(mainThread, otherThreads);
}

/** What so many questions a second need, and how long they take with it; null where one process is not enough and none can be added. */
export function need({ costs, embedded }: Measured, load: Load) {
  if (embedded && load.questionsPerSecond > carriedBy({ name: '', costs, embedded })) return null;
  const size = sizeFor(load, costs);
  const processes = embedded ? 1 : size.replicas;
  const { questionsPerSecond: perSecond } = load;
  const simulated = simulate({
    ...{ perSecond, seconds: SIMULATED / perSecond, processes, cost: costs.question },
    databaseProcessors: embedded ? 1 : size.databaseProcessors,
  });
  return {
    processes,
    // A process that reads documents beside its questions has work for a second one.
    cores: embedded ? 2 : Math.max(size.serverProcessors, processes) + size.databaseProcessors,
    memory: (processes * costs.memory) / 1000,
    disk: size.disk,
    simulated,
  };
}

const digits = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 2 });
const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
const within = ({ p95 }: Simulated) => `${digits(p95)} ms`;

/** What one process carries: a row for each way to run it. */
export function carriedRows(): string {
  return Object.values(MEASURED)
    .map((measured) => {
      const { mainThread, otherThreads, database } = measured.costs.question;
      const carried = carriedBy(measured);
      const found = need(measured, { chunks: PASSAGES, questionsPerSecond: carried });
      const times = [mainThread + otherThreads, database].map((time) => `${digits(time)} ms`);
      return row([measured.name, ...times, digits(carried), found ? within(found.simulated) : '']);
    })
    .join('');
}

/** What visitors need, a row for each number of them and each way to run it that does. */
export function visitorRows(): string {
  return VISITORS.flatMap((visitors) =>
    Object.values(MEASURED).flatMap((measured) => {
      const perSecond = peakOf(visitors);
      const found = need(measured, { chunks: PASSAGES, questionsPerSecond: perSecond });
      if (found === null) return [];
      const { processes, cores, memory, disk, simulated } = found;
      const needed = [String(processes), String(cores), `${digits(memory)} GB`, `${digits(disk)} GB`];
      return [row([visitors.toLocaleString('en'), digits(perSecond), measured.name, ...needed, within(simulated)])];
    }),
  ).join('');
}
