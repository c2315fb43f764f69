import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { NativeOptions } from '../../../../server/engines/host/native-options.ts';
import { createTransformersVerifier } from '../../../../server/engines/transformers/transformers-verifier.ts';
import type { Verifier } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { describeWithEngines, ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { onnxReranker, onnxVerifier } from '../../../helpers/models/files/onnx.ts';
import { modelsFolder, verifyingEntry, writeModel } from '../../../helpers/models/folder.ts';
import { until } from '../../../helpers/timing/until.ts';

const models = modelsFolder();
const started: Verifier[] = [];
let number = 0;
/** The log of the last verifier created. */
let log: string[] = [];

afterAll(() => Promise.all(started.map((verifier) => verifier.close())));

async function verifierOn(
  contents: Record<string, Uint8Array | string>,
  options: Partial<NativeOptions> = {},
  contextTokens = 128,
): Promise<Verifier> {
  const name = `model-${++number}`;
  const own: string[] = [];
  log = own;
  const model = verifyingEntry(name, writeModel(models, name, contents), { contextTokens });
  const local = { model, directory: join(models, name) };
  const verifier = await createTransformersVerifier(local, {
    log: createLog((line) => own.push(line)),
    enginesDir: ENGINES_DIR,
    threads: 1,
    ...options,
  });
  started.push(verifier);
  return verifier;
}

const PASSAGE = 'press reset to reset your password';
const pair = (sentence: string, passage = PASSAGE, heading = '') => ({ heading, passage, sentence });
const never = new AbortController().signal;
const HIGH = 0.95;
const LOW = 0.05;

const describeModels = await describeWithEngines('transformers', 'xenova-transformers');

describeModels.each(['transformers', 'xenova-transformers'] as const)(
  'a verifying model in a child process, by %s',
  (name) => {
    it('tells what follows from a passage, what contradicts it and what neither does', async () => {
      const verifier = await verifierOn(onnxVerifier(), { engines: [name] });
      const inferences = await verifier.verify(
        [pair('reset your password'), pair('not reset your password'), pair('the price of an order')],
        never,
      );
      const [follows, contradicts, neither] = inferences;
      expect(inferences).toHaveLength(3);
      expect(follows?.entailment).toBeGreaterThan(HIGH);
      expect(follows?.contradiction).toBeLessThan(LOW);
      expect(contradicts?.contradiction).toBeGreaterThan(HIGH);
      expect(contradicts?.entailment).toBeLessThan(LOW);
      expect(neither?.entailment).toBeLessThan(LOW);
      expect(neither?.contradiction).toBeLessThan(LOW);
      expect(await verifier.ready()).toBe(true);
    });
  },
);

describeModels('a verifying model in a child process', () => {
  it.each([
    ['in another order', ['entailment', 'neutral', 'contradiction']],
    ['in capitals', ['ENTAILMENT', 'NEUTRAL', 'CONTRADICTION']],
    ['two, where what does not follow counts as contradicted', ['entailment', 'not_entailment']],
  ])('reads its labels from its configuration: %s', async (_, labels) => {
    const verifier = await verifierOn(onnxVerifier(labels));
    const pairs = [pair('reset your password'), pair('not reset your password')];
    const [follows, contradicts] = await verifier.verify(pairs, never);
    expect(follows?.entailment).toBeGreaterThan(HIGH);
    expect(contradicts?.contradiction).toBeGreaterThan(HIGH);
  });

  it('reads a passage longer than its context in windows, each with the heading', async () => {
    const verifier = await verifierOn(onnxVerifier(), {}, 48);
    const filler = 'a order and a order and a order and a order '.repeat(2);
    const long = (part: string) => `${filler}${part} ${filler}`;
    const [inside, across, denied] = await verifier.verify(
      [
        pair('reset your password', long('reset your password')),
        pair('reset your password on login', long('reset your password'), 'on login'),
        pair('reset your password', long('not reset your password')),
      ],
      never,
    );
    expect(inside?.entailment).toBeGreaterThan(HIGH);
    expect(across?.entailment).toBeGreaterThan(HIGH);
    expect(denied?.contradiction).toBeGreaterThan(HIGH);
  });

  it('says nothing of a sentence that takes most of its context', async () => {
    const verifier = await verifierOn(onnxVerifier(), {}, 32);
    expect(await verifier.verify([pair('reset '.repeat(20))], never)).toEqual([{ entailment: 0, contradiction: 0 }]);
  });

  it('takes no more pairs than may wait, and more again when these are done', async () => {
    const verifier = await verifierOn(onnxVerifier());
    const waiting = verifier.verify(Array(60).fill(pair('reset')), never);
    await expect(verifier.verify(Array(10).fill(pair('reset')), never)).rejects.toMatchObject({ code: 'busy' });
    await waiting;
    expect(await verifier.verify(Array(10).fill(pair('reset')), never)).toHaveLength(10);
  });

  it('is loaded ahead of the first sentence', async () => {
    const verifier = await verifierOn({ ...onnxVerifier(), 'config.json': '{}' });
    verifier.prepare();
    await until(() => log.join().includes('engine_failed'), 'the model fails to load');
    expect(await verifier.ready()).toBe(false);
  });

  it('fails with a model whose labels are others, and says which', async () => {
    const verifier = await verifierOn(onnxReranker());
    await expect(verifier.verify([pair('reset')], never)).rejects.toMatchObject({ code: 'answerer_unavailable' });
    expect(log.join()).toContain('not those of natural language inference, but: label_0.');
    expect(await verifier.ready()).toBe(false);
  });

  it('stops when aborted', async () => {
    const verifier = await verifierOn(onnxVerifier());
    const abort = new AbortController();
    const verifying = verifier.verify(Array(20).fill(pair('reset')), abort.signal);
    abort.abort(new Error('gone'));
    await expect(verifying).rejects.toThrow('gone');
    expect(await verifier.verify([pair('reset')], never)).toHaveLength(1);
  });

  it('names the command that adds the missing engine', async () => {
    await expect(verifierOn(onnxVerifier(), { enginesDir: join(models, 'no-engines') })).rejects.toThrow(
      'VERIFIER_MODEL needs the engine transformers. Add it with: npx footnote engines add transformers',
    );
  });
});
