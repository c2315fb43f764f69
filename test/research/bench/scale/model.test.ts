import { describe, expect, it } from 'vitest';
import { type Costs, predictThroughput, type QuestionCost, sizeFor } from './model.ts';

const QUIET = { processors: 8, share: 1 };
const cost = (given: Partial<QuestionCost>): QuestionCost => ({
  ...{ mainThread: 0, otherThreads: 0, database: 0, client: 0, answer: 0, waiting: 0 },
  ...given,
});

describe('the load model', () => {
  it('gives one who asks what the clock shows', () => {
    expect(predictThroughput(cost({ mainThread: 4, waiting: 6 }), 1, QUIET)).toBeCloseTo(100);
  });

  it('lets a crowd get no more than the busiest thread can do', () => {
    const busiest = cost({ mainThread: 5, otherThreads: 2, waiting: 20 });
    expect(predictThroughput(busiest, 1000, QUIET)).toBeGreaterThan(199);
    expect(predictThroughput(busiest, 1000, QUIET)).toBeLessThanOrEqual(200);
  });

  it('grows with those who ask as long as they only wait for something else than each other', () => {
    const waiting = cost({ mainThread: 0.01, waiting: 100 });
    expect(predictThroughput(waiting, 50, QUIET) / predictThroughput(waiting, 1, QUIET)).toBeCloseTo(50, 0);
  });

  it('agrees with the formula of two equal queues, N / (D (N + 1))', () => {
    const balanced = cost({ mainThread: 10, otherThreads: 10 });
    for (const atOnce of [1, 2, 4, 8]) {
      expect(predictThroughput(balanced, atOnce, QUIET)).toBeCloseTo((1000 * atOnce) / (10 * (atOnce + 1)));
    }
  });

  it('never promises more than all processors together can do', () => {
    const everywhere = cost({ mainThread: 5, database: 20, client: 5 });
    expect(predictThroughput(everywhere, 100, { processors: 2, share: 1 })).toBeCloseTo((1000 * 2) / 30);
  });

  it('expects less of a machine that does something else as well', () => {
    const one = cost({ mainThread: 5 });
    expect(predictThroughput(one, 1, { processors: 2, share: 0.5 })).toBeCloseTo(100);
  });
});

describe('the sizes that follow', () => {
  const costs: Costs = {
    question: cost({ mainThread: 6, otherThreads: 3, database: 12 }),
    statements: { count: 10, milliseconds: 2 },
    chunk: { server: 2, database: 4, bytes: 5000 },
    memory: 300,
  };

  it('keep every part at most 60 % busy', () => {
    const size = sizeFor({ chunks: 10_000_000, questionsPerSecond: 1000 }, costs);
    expect(size).toMatchObject({ replicas: 10, serverProcessors: 15, databaseProcessors: 20, disk: 50 });
    expect(size.busyConnections).toBe(20);
    expect(size.connections).toBe(60);
    expect(size.readingHours).toBeCloseTo((10_000_000 * (4 / 20)) / 3_600_000);
  });

  it('have two replicas also where one would do, each with a few connections', () => {
    const size = sizeFor({ chunks: 1000, questionsPerSecond: 1 }, costs);
    expect([size.replicas, size.connections, size.databaseProcessors]).toEqual([2, 8, 1]);
  });
});
