import { expect, it } from 'vitest';
import { createSetupReminder } from '../../../../server/services/accounts/setup-reminder.ts';

it('reminds at once, and once a minute at most', () => {
  let [now, reminders] = [0, 0];
  const remind = createSetupReminder(
    () => {
      reminders += 1;
    },
    () => now,
  );
  const reminded = [0, 1, 59_999, 60_000, 60_001, 119_999, 120_000].map((at) => {
    now = at;
    remind();
    return reminders;
  });
  expect(reminded).toEqual([1, 1, 1, 2, 2, 2, 3]);
});
