import type { SourceType } from '@footnote/sdk/contract';
import type { JobKind } from './jobs.ts';

export const JOB_KINDS: readonly JobKind[] = ['file', 'web'];

/** What the job of a source begins with: pages and sites are fetched first. */
export const jobKindOf = (type: SourceType): JobKind => (type === 'url' ? 'web' : 'file');
