import { describe, expect, it } from 'vitest';
import { projectSample } from '../../../../server/answering/query/project-sample.ts';

describe('a sample of a project', () => {
  it('is looked at again when the project has changed by more than a tenth, and not before', async () => {
    let looks = 0;
    const store = {
      spread: async () => {
        looks += 1;
        return [];
      },
    };
    for (const chunks of [100, 100, 109, 91, 120]) await projectSample(store, 'proj_1', chunks);
    expect(looks).toBe(2);
  });

  it('is looked at again after a failure', async () => {
    const failures = [new Error('busy')];
    const store = {
      spread: async () => {
        for (const failure of failures.splice(0)) throw failure;
        return [];
      },
    };
    const look = () => projectSample(store, 'proj_1', 1);
    await expect(look()).rejects.toThrow('busy');
    expect((await look()).names).toEqual(new Set());
  });
});
