import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inBatches } from '../../../server/platform/log.ts';

describe('lines in batches', () => {
  it('are written together at the end of a turn, in order', async () => {
    const written: string[] = [];
    const { add } = inBatches((text) => written.push(text));
    add('one\n');
    add('two\n');
    expect(written).toEqual([]);
    await setImmediate();
    add('three\n');
    await setImmediate();
    expect(written).toEqual(['one\ntwo\n', 'three\n']);
  });

  it('are written at once when asked to, and only once', async () => {
    const written: string[] = [];
    const { add, flush } = inBatches((text) => written.push(text));
    add('last words\n');
    flush();
    await setImmediate();
    expect(written).toEqual(['last words\n']);
  });
});
