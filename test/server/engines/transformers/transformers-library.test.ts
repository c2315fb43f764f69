import { expect, it } from 'vitest';
import { returnOnly } from '../../../../server/engines/transformers/transformers-library.ts';

it('asks a model for one of its outputs alone, and leaves other networks as they are', async () => {
  const asked: unknown[] = [];
  const session = (...outputNames: string[]) => ({
    outputNames,
    run: async (feeds: unknown, outputs: readonly string[] = outputNames) => {
      asked.push([feeds, outputs]);
    },
  });
  const sessions = { model: session('last_hidden_state', 'present.0.key'), head: session('logits') };
  returnOnly('last_hidden_state', sessions);
  await sessions.model.run('texts');
  await sessions.head.run('states');
  expect(asked).toEqual([
    ['texts', ['last_hidden_state']],
    ['states', ['logits']],
  ]);
});
