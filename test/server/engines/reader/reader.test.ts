import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNativeRuntime } from '../../../../server/engines/packages/engine-folder.ts';
import { createReader, shippedEncoder } from '../../../../server/engines/reader/reader.ts';
import type { Reader } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { createSignProduct } from '../../../../server/platform/vectors/sign-codes.ts';
import { describeWithEngines, ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { childrenOf } from '../../../helpers/processes/child-processes.ts';
import { SILENT } from '../../../helpers/stores/rows.ts';

const SUBSCRIPTION = 'Billing\nYou can cancel your plan at any time. It ends with the month that you have paid for.';
const THEME = 'Appearance\nChoose another colour scheme for the sidebar under Display.';
const { signal } = new AbortController();

describe('the reader that comes with the server', () => {
  const reader = createReader(SILENT);
  afterAll(() => reader.close());

  it('finds the passage that says it in other words', async () => {
    const codes = (await reader.read([SUBSCRIPTION, THEME], signal)).map((read) => read.codes);
    const [paying = [], looks = []] = await reader.compare(
      ['How do I stop paying?', 'Can I make it dark?'],
      codes,
      signal,
    );
    for (const by of ['words', 'whole'] as const) {
      expect(paying[0]?.[by]).toBeGreaterThan(paying[1]?.[by] ?? 1);
      expect(looks[1]?.[by]).toBeGreaterThan(looks[0]?.[by] ?? 1);
    }
  });

  it('finds it by the means of both', async () => {
    const [plan, look] = await reader.read([SUBSCRIPTION, THEME], signal);
    const product = createSignProduct(await reader.embed('How do I stop paying?', signal));
    expect(plan?.mean).toHaveLength(48);
    expect(product(plan?.mean ?? new Uint8Array(), 0)).toBeGreaterThan(product(look?.mean ?? new Uint8Array(), 0));
  });

  it('reads a text the same way each time, and a long one up to its limit', async () => {
    const [once, again] = await reader.read([THEME, THEME], signal);
    expect(again).toEqual(once);
    const [long] = await reader.read([THEME.repeat(100)], signal);
    expect(long?.codes).toHaveLength((256 - 2) * 48);
    const [none] = await reader.read([''], signal);
    expect(none?.codes).toHaveLength(0);
  });

  it.runIf(process.platform === 'linux')('takes at most 300 MB, also at its start', async () => {
    await reader.read(Array(15).fill(SUBSCRIPTION.repeat(20)), signal);
    const most = childrenOf(process.pid, 'reader-child').map((pid) =>
      Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
    );
    expect(Math.max(...most) / 1000).toBeLessThan(300);
  });

  /** Reads so many passages that some are left however busy the machine is; notes in `done` what becomes of each. */
  const readInBackground = (done: string[], leaving: AbortSignal) =>
    Array.from({ length: 40 }, () =>
      reader.read([SUBSCRIPTION.repeat(20)], leaving).then(
        () => done.push('passage'),
        () => done.push('left'),
      ),
    );

  it('reads no passage between the vector of a question and its comparison', async () => {
    const [passage] = await reader.read([THEME], signal);
    const done: string[] = [];
    const leaving = new AbortController();
    const passages = readInBackground(done, leaving.signal);
    const question = 'How do I cancel?';
    await reader.embed(question, signal);
    done.push('vector');
    await reader.compare([question], [passage?.codes ?? new Uint8Array()], signal);
    done.push('comparison');
    leaving.abort(new Error('gone'));
    await Promise.all(passages);
    expect(done).toContain('left');
    expect(done[done.indexOf('vector') + 1]).toBe('comparison');
  });

  it('reads what a question needs ahead of what is read in the background, and no other passage between', async () => {
    const done: string[] = [];
    const leaving = new AbortController();
    const passages = readInBackground(done, leaving.signal);
    for (const text of [THEME, SUBSCRIPTION, THEME]) {
      await reader.read([text], signal, { ahead: true });
      done.push('ahead');
    }
    leaving.abort(new Error('gone'));
    await Promise.all(passages);
    expect(done).toContain('left');
    const first = done.indexOf('ahead');
    expect(done.slice(first, first + 3)).toEqual(['ahead', 'ahead', 'ahead']);
  });

  it('stops where the caller does not wait any more', async () => {
    const leaving = new AbortController();
    const reading = reader.read(Array(50).fill(SUBSCRIPTION), leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    expect(await reader.compare(['Is it still there?'], [], signal)).toEqual([[]]);
  });
});

/** The share of bits in which two codes differ. */
function difference(one: Uint8Array, other: Uint8Array): number {
  const differing = one.reduce((sum, byte, at) => sum + bitsOf(byte ^ (other[at] ?? 0)), 0);
  return differing / (8 * one.length);
}

const bitsOf = (byte: number) => byte.toString(2).replaceAll('0', '').length;

const describeNative = await describeWithEngines('transformers');

describeNative('the reader on the native runtime of an engine that was added', () => {
  const onWebAssembly = createReader(SILENT);
  let reader: Reader;
  beforeAll(async () => {
    reader = createReader(SILENT, shippedEncoder(await findNativeRuntime(ENGINES_DIR)));
  });
  afterAll(() => Promise.all([reader.close(), onWebAssembly.close()]));

  it('makes nearly the same codes, which serve the other, too', async () => {
    const long = SUBSCRIPTION.repeat(20);
    const [own, other] = await Promise.all([reader, onWebAssembly].map((one) => one.read([long, THEME], signal)));
    const [codes, others] = [own, other].map((read = []) => read.map((one) => one.codes));
    expect(codes?.map(({ length }) => length)).toEqual(others?.map(({ length }) => length));
    for (const [at, code] of codes?.entries() ?? []) expect(difference(code, others?.[at] ?? code)).toBeLessThan(0.06);
    const [[paying, looks] = []] = await reader.compare(['How do I stop paying?'], others ?? [], signal);
    expect(paying?.words).toBeGreaterThan(looks?.words ?? 1);
    expect(reader.id).toBe(onWebAssembly.id);
  });

  it.runIf(process.platform === 'linux')('runs on native code', async () => {
    await reader.read([THEME], signal);
    const libraries = childrenOf(process.pid, 'reader-child').map((pid) => readFileSync(`/proc/${pid}/maps`, 'utf8'));
    expect(libraries.join()).toContain('onnxruntime_binding.node');
  });

  it('runs on WebAssembly once the engine has been removed', async () => {
    const left = createReader(SILENT, shippedEncoder('file:///removed/onnxruntime-node/dist/index.js'));
    const [codes, others] = await Promise.all([left, onWebAssembly].map((one) => one.read([THEME], signal)));
    await left.close();
    expect(codes).toEqual(others);
  });
});

describe('a reader whose native runtime cannot be loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-native-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each<[string, string, RegExp]>([
    [
      'it is for another C library',
      "throw new Error('ld-linux-x86-64.so.2: cannot open shared object file')",
      /ld-linux/,
    ],
    ['it lacks a file', "import './gone.js'", /gone\.js/],
  ])('reads on WebAssembly where %s, and says so in the log', async (_, program, reason) => {
    const native = join(folder, `${randomUUID()}.mjs`);
    writeFileSync(native, program);
    const lines: string[] = [];
    const reader = createReader(
      createLog((line) => lines.push(line)),
      shippedEncoder(pathToFileURL(native).href),
    );
    expect(reader.notice()).toBeNull();
    expect(await reader.read([THEME], signal)).toHaveLength(1);
    expect(await reader.ready()).toBe(true);
    expect(reader.notice()).toMatch(reason);
    await reader.close();
    expect(lines.filter((line) => line.includes('engine_notice'))).toEqual([expect.stringMatching(reason)]);
  });
});

describe('a reader whose network is damaged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-reader-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('fails, and says in the log what to do', async () => {
    const network = join(folder, 'encoder.onnx');
    writeFileSync(network, 'not a network');
    const lines: string[] = [];
    const reader = createReader(
      createLog((line) => lines.push(line)),
      { ...shippedEncoder(), network },
    );
    await expect(reader.read([THEME], signal)).rejects.toMatchObject({ code: 'embedder_unavailable' });
    await reader.close();
    expect(lines.join('\n')).toMatch(
      /encoder\.onnx is damaged or belongs to another version\. Install the server again\./,
    );
  });
});
