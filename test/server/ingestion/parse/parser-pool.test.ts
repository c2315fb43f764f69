import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import type { ParseLimits } from '../../../../server/ingestion/parse/guard-process.ts';
import { createParserPool, type ParserPool } from '../../../../server/ingestion/parse/parser-pool.ts';
import type { DocumentFormat } from '../../../../server/ingestion/types.ts';
import { decodeBlocks } from '../../../../server/store/types/encode-blocks.ts';
import { collected } from '../../../helpers/ingestion/prepared-document.ts';
import { parseChildren } from '../../../helpers/processes/parse-children.ts';
import { until } from '../../../helpers/timing/until.ts';
import { makePdf } from '../make-files.ts';

/** With much time, as these processes have a low priority, and wait long on a busy machine. */
const USUAL: ParseLimits = { heap: 256, resident: 600, time: 150_000 };

/** The processes that are started from now on. */
function ownChildren(): () => string[] {
  const before = parseChildren();
  return () => parseChildren().filter((pid) => !before.includes(pid));
}

/** Waits until a process has been started; fails with the reason of the document where none can be. */
const started = (own: () => string[], reading: Promise<unknown>) =>
  Promise.race([until(() => own().length > 0, 'a process is started'), reading]);

describe('the parser pool', () => {
  let folder: string;
  const pools: ParserPool[] = [];
  const poolWith = (limits: Partial<ParseLimits> = {}) => {
    const pool = createParserPool({ ...USUAL, ...limits });
    pools.push(pool);
    return pool;
  };
  const store = async (content: string | Uint8Array, format: DocumentFormat) => {
    const path = join(folder, crypto.randomUUID());
    await writeFile(path, content);
    return { path, format, fileName: `guide.${format}` };
  };
  const quiet = { accountId: 'usr_1', signal: new AbortController().signal, onProgress: () => undefined };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parser-pool-'));
  });
  afterEach(async () => {
    for (const pool of pools.splice(0)) pool.close();
    if (process.platform === 'linux') await until(() => parseChildren().length === 0, 'no process is left');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it('returns the document and its chunks, and reports progress', async () => {
    const bytes = await makePdf((pdf) => {
      for (let page = 1; page <= 3; page += 1) pdf.addPage().text(`This is what stands on page ${page} of the guide.`);
    });
    const stages: string[] = [];
    const pool = poolWith();
    const { document, chunks } = await collected(
      await pool.prepareDocument(await store(bytes, 'pdf'), {
        ...quiet,
        onProgress: (stage, done, total) => stages.push(`${stage} ${done}/${total}`),
      }),
    );
    expect(document.pages).toHaveLength(3);
    expect(chunks.map(({ start, end }) => document.text.slice(start, end))).toEqual(chunks.map(({ text }) => text));
    expect(chunks[0]?.terms.split(' ')).toContain('guid');
    expect(stages).toContain('parse 3/3');
  });

  it('transfers a long document completely', async () => {
    const text = Array.from(
      { length: 12_000 },
      (_, index) => `Paragraph ${index} says something of its own about it.`,
    ).join('\n\n');
    const { document, chunks } = await collected(await poolWith().prepareDocument(await store(text, 'text'), quiet));
    expect(document.text).toBe(text);
    expect(document.blocks).toHaveLength(12_000);
    expect(chunks.at(-1)?.end).toBe(text.length);
    expect(chunks.map(({ seq }) => seq)).toEqual(chunks.map((_, index) => index));
  });

  it('transfers the blocks and the section of each chunk', async () => {
    const sections = Array.from(
      { length: 60 },
      (_, index) => `# Part ${index}\n\n${'It says a lot about it. '.repeat(12)}\n\n1. Begin with ${index}.\n2. Go on.`,
    );
    const file = await store(sections.join('\n\n'), 'markdown');
    const { chunks } = await collected(await poolWith().prepareDocument(file, quiet));
    expect(chunks.map(({ section }) => section)).toEqual(sections.map((_, index) => index));
    for (const { blocks: encoded, text, section } of chunks) {
      const blocks = decodeBlocks(encoded);
      expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'list-item', 'list-item']);
      expect(blocks.slice(1).map(({ start, end }) => text.slice(start, end))).toEqual([
        `1. Begin with ${section}.`,
        '2. Go on.',
      ]);
    }
  });

  it("fails with a text for the owner, never with a parser's message", async () => {
    const failing = poolWith().prepareDocument(await store('%PDF-1.7 nothing', 'pdf'), quiet);
    await expect(failing).rejects.toMatchObject({ code: 'unreadable', transient: false });
  });

  it('does not blame a file that cannot be found', async () => {
    const missing = { path: join(folder, 'missing'), format: 'text' as const, fileName: 'a.txt' };
    await expect(poolWith().prepareDocument(missing, quiet)).rejects.toMatchObject({
      code: 'internal_error',
      transient: true,
    });
  });

  it('kills a process that takes too long', async () => {
    const file = await store('word after word. '.repeat(250_000), 'text');
    await expect(poolWith({ time: 20 }).prepareDocument(file, quiet)).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });

  it.skipIf(process.platform !== 'linux')('ends the spare process when no other document comes', async () => {
    const own = ownChildren();
    const pool = poolWith({ idle: 500 });
    const file = await store('A word or two, and then some more of them.', 'text');
    const reading = pool.prepareDocument(file, quiet);
    await started(own, reading);
    const one = await collected(await reading);
    expect(own()).toHaveLength(1);
    await until(() => own().length === 0, 'no child waits');
    const other = await collected(await pool.prepareDocument(file, quiet));
    expect(other).toEqual(one);
  });

  it.skipIf(process.platform !== 'linux')('reads one text after the other in the same process', async () => {
    const own = ownChildren();
    const pool = poolWith();
    const pids = new Set<string>();
    for (const format of ['text', 'markdown', 'html', 'text'] as const) {
      const { document } = await collected(await pool.prepareDocument(await store(`It is ${format}.`, format), quiet));
      expect(document.text).toBe(`It is ${format}.`);
      for (const pid of own()) pids.add(pid);
    }
    expect(pids.size).toBe(1);
  });

  it.skipIf(process.platform !== 'linux')('reads a text in the process that reads a short one before it', async () => {
    const own = ownChildren();
    const pool = poolWith();
    const files = [await store('One.', 'text'), await store('Two.', 'text'), await store('Three.', 'markdown')];
    const read = files.map(async (file) => collected(await pool.prepareDocument(file, quiet)));
    await started(own, Promise.all(read));
    expect((await Promise.all(read)).map(({ document }) => document.text)).toEqual(['One.', 'Two.', 'Three.']);
    expect(own()).toHaveLength(1);
  });

  it.skipIf(process.platform !== 'linux')('reads no PDF in a process that has read something', async () => {
    const own = ownChildren();
    const pool = poolWith();
    const pdf = await store(await makePdf((page) => void page.addPage().text('What it says.')), 'pdf');
    const pids: (string | undefined)[] = [];
    for (const file of [await store('One.', 'text'), pdf, pdf]) {
      const reading = pool.prepareDocument(file, quiet);
      await started(own, reading);
      pids.push(own().at(-1));
      await collected(await reading);
    }
    expect(new Set(pids).size).toBe(3);
  });

  it.skipIf(process.platform !== 'linux')('reads documents of two accounts in two processes', async () => {
    const own = ownChildren();
    const pool = poolWith();
    const pids: (string | undefined)[] = [];
    for (const accountId of ['usr_1', 'usr_2', 'usr_1']) {
      const reading = pool.prepareDocument(await store('Mine.', 'text'), { ...quiet, accountId });
      await collected(await reading);
      pids.push(own().at(-1));
    }
    expect(pids[1]).not.toBe(pids[0]);
    // The third was read by the first process again.
    expect(own()).toHaveLength(2);
  });

  it.skipIf(process.platform !== 'linux')('lets no more than four processes wait', async () => {
    const own = ownChildren();
    const pool = poolWith();
    for (let account = 1; account <= 6; account += 1) {
      const reading = pool.prepareDocument(await store('Mine.', 'text'), { ...quiet, accountId: `usr_${account}` });
      await collected(await reading);
    }
    await until(() => own().length === 4, 'two have ended');
  });

  it.skipIf(process.platform !== 'linux').each([
    ['a text after one that has failed', {}, '\0'],
    ['a text after one that has left the process too large', { resident: 150 }, 'One.'],
  ])('reads in another process %s', async (_, limits, content) => {
    const own = ownChildren();
    const pool = poolWith(limits);
    const pids: (string | undefined)[] = [];
    for (const text of [content, 'Two.']) {
      const reading = pool.prepareDocument(await store(text, 'text'), quiet);
      await started(own, reading);
      pids.push(own().at(-1));
      await reading.then(collected, () => undefined);
    }
    expect(new Set(pids).size).toBe(2);
  });

  it('reads the same in a process that warmed up for it, for another kind, or not at all', async () => {
    const embedder = createBuiltinEmbedder();
    const recipe = embedder.recipe;
    if (!recipe) throw new Error('The built-in embedder says how it is made.');
    const markdown = { ...(await store('# A guide\n\nIt says **what** to do.', 'markdown')), embedder: recipe };
    const pdf = {
      ...(await store(await makePdf((page) => void page.addPage().text('What it says.')), 'pdf')),
      embedder: recipe,
    };
    const pool = poolWith();
    const read = async (file: typeof pdf) => collected(await pool.prepareDocument(file, quiet));
    // The first finds no process, the second one that warmed up for a PDF, and so does the third.
    const [first, same, other] = [await read(pdf), await read(pdf), await read(markdown)];
    expect(same).toEqual(first);
    const fresh = createParserPool(USUAL);
    pools.push(fresh);
    expect(other).toEqual(await collected(await fresh.prepareDocument(markdown, quiet)));
  });

  it('survives a process that runs out of heap', async () => {
    const file = await store('A word.\n\n'.repeat(240_000), 'text');
    await expect(poolWith({ heap: 24 }).prepareDocument(file, quiet)).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });

  it.skipIf(process.platform !== 'linux')('does not count the time before a process begins', async () => {
    const time = 45_000;
    const others = ownChildren();
    const pool = poolWith({ time });
    const file = await store('First.', 'text');
    const preparing = pool.prepareDocument(file, quiet);
    const { chunks } = await preparing;
    for await (const some of chunks) expect(some).toHaveLength(1);
    // The waiting process stands for one that a busy machine has not started yet.
    const [waiting] = others();
    process.kill(Number(waiting), 'SIGSTOP');
    const next = await store('Second.', 'text');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const second = pool.prepareDocument(next, quiet);
    await nextTurn();
    vi.advanceTimersByTime(time + 1);
    vi.useRealTimers();
    process.kill(Number(waiting), 'SIGCONT');
    expect((await second).document.text).toBe('Second.');
  });

  it.skipIf(process.platform !== 'linux')('ends the process when the reader of its chunks stops', async () => {
    const before = parseChildren();
    const text = Array.from({ length: 30_000 }, (_, index) => `Paragraph ${index} says something of its own.`);
    const { chunks } = await poolWith().prepareDocument(await store(text.join('\n\n'), 'text'), quiet);
    const [own] = parseChildren().filter((pid) => !before.includes(pid));
    for await (const some of chunks) {
      expect(some.length).toBeGreaterThan(0);
      break;
    }
    await until(() => !parseChildren().includes(String(own)), 'that process is gone');
  });

  it('ends the stream of chunks with an error when it is aborted', async () => {
    const stopping = new AbortController();
    const text = Array.from({ length: 30_000 }, (_, index) => `Paragraph ${index} says something of its own.`);
    const file = await store(text.join('\n\n'), 'text');
    const { chunks, chunksCount } = await poolWith().prepareDocument(file, { ...quiet, signal: stopping.signal });
    let read = 0;
    const reading = (async () => {
      for await (const some of chunks) {
        read += some.length;
        stopping.abort(new Error('not wanted any more'));
      }
    })();
    await expect(reading).rejects.toThrow('not wanted any more');
    expect(read).toBeLessThan(chunksCount);
  });

  it('does not blame the document for a process that cannot start', async () => {
    const failing = poolWith({ heap: 1 }).prepareDocument(await store('Short.', 'text'), quiet);
    await expect(failing).rejects.toMatchObject({
      code: 'internal_error',
      transient: true,
      cause: expect.objectContaining({ message: expect.stringMatching(/before it began.+out of memory/s) }),
    });
  });

  it('fails a document at once where the system starts no process, and reads the next', async () => {
    const pool = poolWith();
    const file = await store(await makePdf((page) => void page.addPage().text('What it says.')), 'pdf');
    const { execPath } = process;
    process.execPath = '/nonexistent/node';
    try {
      for (let turn = 0; turn < 2; turn += 1)
        await expect(pool.prepareDocument(file, quiet)).rejects.toMatchObject({
          code: 'internal_error',
          transient: true,
          cause: expect.objectContaining({ message: 'spawn /nonexistent/node ENOENT' }),
        });
    } finally {
      process.execPath = execPath;
    }
    expect((await collected(await pool.prepareDocument(file, quiet))).document.text).toContain('What it says.');
  });

  it.skipIf(process.platform !== 'linux')(
    'does not blame the document for a process that somebody else kills',
    async () => {
      const file = await store('word after word. '.repeat(250_000), 'text');
      let begun = () => {};
      const parsing = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const before = parseChildren();
      const killed = poolWith().prepareDocument(file, { ...quiet, onProgress: () => begun() });
      const outcome = expect(killed).rejects.toMatchObject({ code: 'interrupted', transient: true });
      // Fails at once where the process cannot start.
      await Promise.race([parsing, killed]);
      const [child] = parseChildren().filter((pid) => !before.includes(pid));
      process.kill(Number(child), 'SIGKILL');
      await outcome;
    },
  );

  it.skipIf(!existsSync('/proc/self/status'))(
    'kills a process that takes too much memory outside its heap',
    async () => {
      const file = await store('a'.repeat(40_000_000), 'text');
      await expect(poolWith({ resident: 90 }).prepareDocument(file, quiet)).rejects.toMatchObject({
        code: 'document_too_complex',
      });
    },
  );

  it('stops at once when it is aborted, and reads the next document', async () => {
    const pool = poolWith();
    const stopping = new AbortController();
    const file = await store('word after word. '.repeat(200_000), 'text');
    const onProgress = () => stopping.abort(new Error('enough'));
    const stopped = pool.prepareDocument(file, { ...quiet, signal: stopping.signal, onProgress });
    await expect(stopped).rejects.toThrow('enough');
    const { document } = await pool.prepareDocument(await store('Still here.', 'text'), quiet);
    expect(document.text).toBe('Still here.');
  });

  it('rejects documents under way as interrupted when it is closed', async () => {
    const pool = poolWith();
    const file = await store('word after word. '.repeat(200_000), 'text');
    const waiting = pool.prepareDocument(file, { ...quiet, onProgress: () => pool.close() });
    await expect(waiting).rejects.toMatchObject({ code: 'interrupted', transient: true });
    await expect(pool.prepareDocument(await store('Hello', 'text'), quiet)).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});
