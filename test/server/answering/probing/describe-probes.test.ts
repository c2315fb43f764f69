import { describe, expect, it } from 'vitest';
import { PROBES } from '../../../../server/answering/probing/built-in-probes.ts';
import { describeProbes } from '../../../../server/answering/probing/describe-probes.ts';
import type { ProbeVerdict } from '../../../../server/answering/probing/probe-model.ts';

/** The description of a model whose answers are right but for these. */
const withFaults = (faults: Record<number, ProbeVerdict>) =>
  describeProbes(PROBES.map(({ ability }, at) => ({ ability, verdict: faults[at] ?? 'right' })));
const all = (verdict: ProbeVerdict) => describeProbes(PROBES.map(({ ability }) => ({ ability, verdict })));

describe('what probes say of a model', () => {
  it('is a sentence for each ability where all is right', () => {
    const { unfit, summary, findings } = withFaults({});
    expect(findings).toHaveLength(PROBES.length);
    expect(findings.every(({ ok }) => ok)).toBe(true);
    expect(unfit).toBe(false);
    expect(summary).toContain('cites them');
  });

  it('names a fault once, after what the model can do', () => {
    const { unfit, findings } = withFaults({ 0: 'uncited', 1: 'uncited', 2: 'wrong' });
    expect(unfit).toBe(false);
    expect(findings.map(({ ok }) => ok)).toEqual([true, true, true, false, false]);
    expect(findings.slice(3).map(({ sentence }) => sentence)).toEqual([
      'It answers without citing a passage.',
      'It changes commands.',
    ]);
  });

  it.each<[string, Record<number, ProbeVerdict>, RegExp]>([
    ['repeats its prompt', { 1: 'echoed' }, /^It does not follow instructions/],
    ['obeys a document', { 5: 'obeyed' }, /^Somebody who can change a document/],
  ])('calls a model unfit that %s, though all else is right', (_, faults, summary) => {
    expect(withFaults(faults)).toMatchObject({ unfit: true, summary: expect.stringMatching(summary) });
  });

  it.each<ProbeVerdict>(['uncited', 'wrong', 'empty'])('calls a model unfit that answers everything %s', (verdict) => {
    const { unfit, findings } = all(verdict);
    expect([unfit, findings.some(({ ok }) => ok)]).toEqual([true, false]);
  });

  it.each<ProbeVerdict>(['refused', 'invented', 'wrong_language', 'wrong_citation'])(
    'calls a model that once is %s weaker, and not unfit',
    (verdict) => {
      expect(withFaults({ 4: verdict })).toMatchObject({
        unfit: false,
        summary: expect.stringContaining('larger model'),
      });
    },
  );
});
