import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoadMeter, type LoadMeter, type ProcessTime } from '../../../server/runtime/load-meter.ts';

const MINUTE = 60_000;

let time: ProcessTime;
let meter: LoadMeter;
beforeEach(() => {
  vi.useFakeTimers();
  time = { idle: 0, active: 0, processor: 0 };
  meter = createLoadMeter(() => time);
});
afterEach(() => {
  meter.close();
  vi.useRealTimers();
});

/** A minute in which this many questions were answered and the threads were busy for these shares of it. */
function pass(questions: number, first = 0, others = 0): void {
  for (let asked = 0; asked < questions; asked += 1) meter.question();
  time = {
    idle: time.idle + (1 - first) * MINUTE,
    active: time.active + first * MINUTE,
    processor: time.processor + (first + others) * MINUTE,
  };
  vi.advanceTimersByTime(MINUTE);
}

describe('the load of a process', () => {
  it('is not known before its first minute is over', () => {
    meter.question();
    expect(meter.read()).toEqual({ lastHour: 0, lastDay: 0, busiest: null });
  });

  it('has the questions of the last hour and day, and forgets those before', () => {
    pass(1000);
    for (let minute = 1; minute < 60; minute += 1) pass(2);
    expect(meter.read()).toMatchObject({ lastHour: 1118, lastDay: 1118 });
    pass(2);
    expect(meter.read()).toMatchObject({ lastHour: 120, lastDay: 1120, busiest: { questions: 1000 } });
    for (let minute = 0; minute < 24 * 60; minute += 1) pass(1);
    expect(meter.read()).toMatchObject({ lastHour: 60, lastDay: 1440, busiest: { questions: 1 } });
  });

  it('has the minute with the most questions, and how busy its busiest part was then', () => {
    pass(5, 0.9);
    pass(40, 0.3, 0.1);
    pass(30, 0.1, 0.5);
    expect(meter.read().busiest).toEqual({ questions: 40, busy: expect.closeTo(0.3) });
    pass(50, 0.2, 0.45);
    expect(meter.read().busiest).toEqual({ questions: 50, busy: expect.closeTo(0.45) });
  });
});
