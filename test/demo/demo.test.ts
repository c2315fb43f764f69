import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDE_NAMES } from '../../examples/demo/ingest.ts';
import { QUESTIONS, UNANSWERED } from '../../examples/demo/questions.ts';
import { freePort } from '../../examples/demo/server-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIMIT_MS = 60_000;

let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'footnote-demo-test-'));
});
afterAll(() => rm(temporary, { recursive: true, force: true }));

/** Runs `npm run demo` with a first port to try; when a text appears in its output, it is interrupted as by Ctrl-C. */
async function runDemo(port: number, options: string[], interruptAt?: string) {
  const child = spawn('npm', ['run', '--silent', 'demo', '--', ...options], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), TMPDIR: temporary, JWT_SECRET: 'too short to start with' },
  });
  let output = '';
  let interrupted = false;
  const keep = (chunk: Buffer) => {
    output += chunk.toString('utf8');
    if (!interruptAt || interrupted || !output.includes(interruptAt) || !child.pid) return;
    interrupted = true;
    // A terminal sends Ctrl-C to the whole foreground group: npm, its shell and the demo.
    process.kill(-child.pid, 'SIGINT');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = await once(child, 'close');
  return { output, code };
}

/** The part of the output that belongs to one question. */
const answerTo = (output: string, question: string) => output.split(`Q: ${question}\n`)[1]?.split('\nQ: ')[0] ?? '';

describe('npm run demo -- --once', () => {
  let port: number;
  let run: Awaited<ReturnType<typeof runDemo>>;
  beforeAll(async () => {
    port = await freePort(28_787);
    run = await runDemo(port, ['--once']);
  }, LIMIT_MS);

  it('ends well', () => {
    expect(run.code, run.output).toBe(0);
  });

  it('ingests every chapter of the guide', () => {
    for (const name of GUIDE_NAMES) expect(run.output).toMatch(new RegExp(`${name} +completed, \\d+ passages`));
  });

  it.each(QUESTIONS)('answers "%s" with a citation that quotes the guide', (question) => {
    expect(answerTo(run.output, question)).toMatch(/^A: .*\[1\]/s);
    expect(answerTo(run.output, question)).toMatch(/\n {3}\[1\] .+\n {7}“.+”/s);
  });

  it('answers from the PDF with the page and the right words', () => {
    const answer = answerTo(run.output, QUESTIONS[0]);
    expect(answer).toMatch(/\[\d\] Operations handbook.*, page 2/);
    expect(answer.replace(/\s+/g, ' ')).toContain('copy the whole data directory');
  });

  it('begins with the answer, and quotes the sentence that says it', () => {
    for (const [question, says] of [
      [QUESTIONS[0], /^A: To back up Footnote, run npx footnote backup FILE\. \[1\]/],
      [QUESTIONS[1], /^A: The supported file formats are PDF, Word, PowerPoint, Excel, .* and plain text\. \[1\]/],
      [QUESTIONS[2], /^A: A widget token is valid for one hour, .*\. \[1\]/],
    ] as const) {
      const answer = answerTo(run.output, question);
      expect(answer).toMatch(says);
      const [, first = ''] = /^A: (.*) \[1\]/.exec(answer) ?? [];
      expect(answer).toContain(`“${first}”`);
    }
  });

  it('names the formats and the lifetime that the guide names', () => {
    expect(answerTo(run.output, QUESTIONS[1])).toMatch(/PDF|\.pdf/);
    expect(answerTo(run.output, QUESTIONS[2])).toMatch(/one hour|3600/);
  });

  it('refuses what the guide does not answer, without a citation', () => {
    const answer = answerTo(run.output, UNANSWERED);
    expect(answer).toContain('(no citation)');
    expect(answer).not.toContain('[1]');
  });

  it('leaves neither data nor a server behind', async () => {
    expect((await readdir(temporary)).filter((name) => name.startsWith('footnote-demo-'))).toEqual([]);
    expect(await freePort(port)).toBe(port);
  });
});

describe('npm run demo, with its port taken', () => {
  let taken: number;
  let run: Awaited<ReturnType<typeof runDemo>>;
  beforeAll(async () => {
    taken = await freePort(29_787);
    const occupant = createServer().listen(taken, '127.0.0.1');
    await once(occupant, 'listening');
    run = await runDemo(taken, [], 'Press Ctrl+C');
    occupant.close();
  }, LIMIT_MS);

  /** The address in the line that begins with this word. */
  const addressOf = (word: string) => new URL(new RegExp(`${word} +(http\\S+)`).exec(run.output)?.[1] ?? 'missing:');

  it('runs on the next free port until Ctrl-C', () => {
    // npm ends by the signal itself and has no exit code, so the last words tell that nothing went wrong on the way.
    expect(run.output).toMatch(/\nStopping …\n$/);
    expect(Number(addressOf('API').port)).toBeGreaterThan(taken);
  });

  it('serves the example website on another origin than the API', () => {
    expect(addressOf('Website').protocol).toBe('http:');
    expect(addressOf('Website').origin).not.toBe(addressOf('API').origin);
  });

  it('prints the addresses of the guide and of the reference', () => {
    expect(addressOf('Guide').href).toBe(new URL('/docs/', addressOf('Website')).href);
    expect(addressOf('Reference').href).toBe(new URL('/docs', addressOf('API')).href);
  });

  it('prints the address of the console, above the login for it', () => {
    expect(addressOf('Console').origin).toBe(addressOf('API').origin);
    expect(run.output).toMatch(/Console +http:\/\/127\.0\.0\.1:\d+\n +Log in as/);
  });

  it("prints the owner's login and the questions", () => {
    expect(run.output).toMatch(/Log in as +owner@example\.com\n +Password +\S{16}\n/);
    for (const question of [...QUESTIONS, UNANSWERED]) expect(run.output).toContain(question);
  });

  it('leaves neither data nor a server behind', async () => {
    expect((await readdir(temporary)).filter((name) => name.startsWith('footnote-demo-'))).toEqual([]);
    for (const word of ['API', 'Website']) {
      const port = Number(addressOf(word).port);
      expect(await freePort(port)).toBe(port);
    }
  });
});
