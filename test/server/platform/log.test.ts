import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createLog, type LogFields } from '../../../server/platform/log.ts';

const PROGRAM = fileURLToPath(new URL('../../helpers/log-and-exit.ts', import.meta.url));
const LINES = 500;

function capture(level?: 'debug' | 'warn') {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line), level);
  return { log, lines, written: () => lines.map((line) => JSON.parse(line) as LogFields) };
}

describe('a log', () => {
  it('writes one JSON object a line, with its level, time, event and fields', () => {
    const { log, lines, written } = capture();
    log.info('source_completed', { source: 'src_1', milliseconds: 12.5 });
    expect(lines[0]?.endsWith('\n')).toBe(true);
    expect(written()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        event: 'source_completed',
        source: 'src_1',
        milliseconds: 12.5,
      },
    ]);
  });

  it('cannot be made to write a second line by what comes from outside', () => {
    const { log, lines } = capture();
    log.warn('request_failed', { path: '/a\r\n{"level":"info","event":"forged"}', error: new Error('one\ntwo') });
    expect(lines.join('').match(/\n/g)).toHaveLength(1);
  });

  it('leaves out what is below its level', () => {
    const { log, written } = capture('warn');
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(written().map(({ event }) => event)).toEqual(['c', 'd']);
  });

  it('writes secrets neither by name nor by shape, however deep they are', () => {
    const { log, lines, written } = capture();
    const key = `chat_${'k3Y'.repeat(8)}`;
    const jwt = 'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl';
    log.error('request_failed', {
      authorization: 'canary-1',
      apiKey: 'canary-2',
      question: 'canary-3',
      headers: { cookie: 'canary-4', accept: '*/*', list: [{ password: 'canary-5' }] },
      path: `/v1/x?key=${key}`,
      error: new Error(`refused ${jwt}`),
    });
    expect(lines.join('')).not.toMatch(/canary|k3Yk3Y|eyJ/);
    expect(written()[0]).toMatchObject({
      authorization: '[redacted]',
      headers: { cookie: '[redacted]', accept: '*/*', list: [{ password: '[redacted]' }] },
      path: '/v1/x?key=[redacted]',
      error: { name: 'Error', message: 'refused [redacted]', stack: expect.stringContaining('at ') },
    });
  });

  it('writes whatever it is given, also what JSON has no form for', () => {
    const { log, written } = capture();
    const circular: LogFields = { name: 'x' };
    circular.self = circular;
    log.info('odd', { circular, size: 12n, missing: undefined });
    expect(written()[0]).toMatchObject({ event: 'odd', circular: { name: 'x' }, size: 12 });
  });

  it('loses no line of a process or a thread that ends in the middle of its work', async () => {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'inherit', 'pipe'] });
    const lines = (await text(child.stderr)).trimEnd().split('\n');
    const written = lines.map((line) => JSON.parse(line) as LogFields);
    for (const thread of ['worker', 'main']) {
      const own = written.filter((line) => line.thread === thread);
      expect(own.map(({ line }) => line)).toEqual(Array.from({ length: LINES }, (_, line) => line));
    }
  });
});
