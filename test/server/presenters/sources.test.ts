import { describe, expect, it } from 'vitest';
import { presentSource } from '../../../server/presenters/sources.ts';
import type { SourceRow } from '../../../server/store/types.ts';
import { aSource } from '../../helpers/stores/rows.ts';

describe('a source', () => {
  // The page that a crawl was reading when its last attempt ended keeps its progress in the database.
  it.each<[SourceRow['status'], boolean]>([
    ['pending', false],
    ['processing', true],
    ['completed', false],
    ['failed', false],
  ])('that is %s shows its progress: %s', (status, shown) => {
    const progress = { stage: 'embed', done: 3, total: 9 } as const;
    const presented = presentSource(aSource('proj_1', { status, progress }));
    expect(presented.progress).toEqual(shown ? progress : undefined);
  });
});
