import { expect, it } from 'vitest';
import { judge, ownSentences } from './run.ts';

it('accepts most right sentences of our own, and few wrong ones', async () => {
  const judged = await judge(ownSentences());
  const share = (supported: boolean) => {
    const some = judged.filter((one) => one.supported === supported);
    return some.filter(({ accepted }) => accepted).length / some.length;
  };
  expect(share(true)).toBeGreaterThanOrEqual(0.92);
  expect(share(false)).toBeLessThanOrEqual(0.25);
});
