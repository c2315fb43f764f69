import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errors } from '../../../../server/engines/errors.ts';
import { createEngineHost, type EngineHost, type HostLimits } from '../../../../server/engines/host/process-host.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { modelsFolder } from '../../../helpers/models/folder.ts';
import type { ScriptedProtocol, ScriptedSettings } from '../../../helpers/models/scripted-child.ts';
import { until } from '../../../helpers/timing/until.ts';

const PROGRAM = fileURLToPath(new URL('../../../helpers/models/scripted-child.ts', import.meta.url));
const UNAVAILABLE = { status: 500, code: 'answerer_unavailable' };
const folder = modelsFolder();
const started: EngineHost<ScriptedProtocol>[] = [];
let log: string[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(started.splice(0).map((host) => host.close()));
  log = [];
});

function startHost(settings: ScriptedSettings = {}, limits: Partial<HostLimits> = {}): EngineHost<ScriptedProtocol> {
  const host = createEngineHost<ScriptedProtocol>({
    engine: 'scripted',
    program: PROGRAM,
    settings,
    failure: errors.answererUnavailable,
    log: createLog((line) => log.push(line)),
    limits,
  });
  started.push(host);
  return host;
}

const never = new AbortController().signal;
const pidOf = (host: EngineHost<ScriptedProtocol>) => host.ask('pid', null);

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('an engine in a child process', () => {
  it('is one process for all requests, and answers each', async () => {
    const host = startHost();
    const pids = await Promise.all([pidOf(host), pidOf(host), pidOf(host)]);
    expect(new Set(pids).size).toBe(1);
    expect(pids[0]).not.toBe(process.pid);
  });

  it('passes parts on as they arrive, in order, and then the result', async () => {
    const host = startHost();
    await pidOf(host);
    const said = host.stream('say', { words: ['a', 'b', 'c'], every: 20 }, never);
    expect([await said.next(), await said.next(), await said.next()]).toEqual([
      { value: 'a', done: false },
      { value: 'b', done: false },
      { value: 'c', done: false },
    ]);
    expect(await said.next()).toEqual({ value: 3, done: true });
    // The result of this one is a minute away.
    const blocked = host.stream('block', 60_000, never);
    expect(await blocked.next()).toEqual({ value: 'blocks', done: false });
  });

  it('fails a faulty request and goes on', async () => {
    const host = startHost();
    await expect(host.ask('fail', 'there is no such thing.')).rejects.toMatchObject(UNAVAILABLE);
    expect(log.join()).toContain('there is no such thing.');
    const pid = await pidOf(host);
    expect(lives(pid)).toBe(true);
    expect(await host.ready()).toBe(true);
  });

  it('fails all running requests when it crashes, and restarts for the next one', async () => {
    const host = startHost();
    const before = await pidOf(host);
    const said = host.stream('say', { words: ['a', 'b'], every: 10_000 }, never);
    const waiting = expect(said.next()).rejects.toMatchObject(UNAVAILABLE);
    await expect(host.ask('crash', null)).rejects.toMatchObject(UNAVAILABLE);
    await waiting;
    expect(await host.ready()).toBe(false);
    expect(log.join()).toMatch(/engine_failed.*SIGABRT/);
    expect(await pidOf(host)).not.toBe(before);
    expect(await host.ready()).toBe(true);
  });

  it('logs once what its processes say to the operator', async () => {
    const host = startHost({ notice: 'It is slower than it could be.' });
    expect(host.notice()).toBeNull();
    const before = await pidOf(host);
    await expect(host.ask('crash', null)).rejects.toMatchObject(UNAVAILABLE);
    expect(await pidOf(host)).not.toBe(before);
    expect(host.notice()).toBe('It is slower than it could be.');
    expect(log.filter((line) => line.includes('engine_notice'))).toEqual([expect.stringContaining('slower')]);
  });

  it('restarts at growing intervals while it keeps crashing, and reports that it is not ready', async () => {
    const host = startHost({ reason: 'the file is not what it should be.' });
    for (let time = 1; time <= 3; time++) await expect(pidOf(host)).rejects.toMatchObject(UNAVAILABLE);
    // The first failure and the one right after it; the third request came during the pause.
    expect(log).toHaveLength(2);
    expect(log[0]).toContain('the file is not what it should be.');
  });

  it('becomes ready again by itself once the cause is fixed', async () => {
    const mark = join(folder, 'broken');
    writeFileSync(mark, '');
    const host = startHost({ crashesBeside: mark });
    await expect(pidOf(host)).rejects.toMatchObject(UNAVAILABLE);
    expect(await host.ready()).toBe(false);
    rmSync(mark);
    await until(() => host.ready(), 'it is ready');
  });

  it('drops an aborted request at once, and keeps its process if that reacts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const host = startHost({}, { grace: 200 });
    const pid = await pidOf(host);
    const abort = new AbortController();
    const said = host.stream('say', { words: ['a', 'b'], every: 60_000 }, abort.signal);
    const next = said.next();
    abort.abort(new Error('gone'));
    await expect(next).rejects.toThrow('gone');
    // It says that it has aborted before it answers this.
    expect(await pidOf(host)).toBe(pid);
    vi.advanceTimersByTime(200);
    expect(await pidOf(host)).toBe(pid);
    expect(log).toEqual([]);
  });

  it('aborts requests that no one waits for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const host = startHost({}, { grace: 200 });
    const pid = await pidOf(host);
    for await (const word of host.stream('say', { words: ['a', 'b', 'c'], every: 10 }, never)) {
      expect(word).toBe('a');
      break;
    }
    expect(await pidOf(host)).toBe(pid);
    vi.advanceTimersByTime(200);
    expect(await pidOf(host)).toBe(pid);
  });

  it('ends once it has retired and has no requests, which does not count as a failure', async () => {
    const host = startHost();
    const pid = await pidOf(host);
    expect(await Promise.all([host.ask('retire', 50), pidOf(host)])).toEqual([pid, pid]);
    await until(() => !lives(pid), 'the process is gone');
    expect(await pidOf(host)).not.toBe(pid);
    expect(log).toEqual([]);
  });

  it('is killed if it ignores an abort beyond the grace period, which does not count as a failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const host = startHost({}, { grace: 200 });
    const pid = await pidOf(host);
    const abort = new AbortController();
    // It would answer in ten minutes.
    const blocked = host.stream('block', 600_000, abort.signal);
    await blocked.next();
    abort.abort(new Error('gone'));
    await expect(blocked.next()).rejects.toThrow('gone');
    expect(lives(pid)).toBe(true);
    vi.advanceTimersByTime(200);
    await until(() => !lives(pid), 'the process is gone');
    expect(await pidOf(host)).not.toBe(pid);
    expect(log).toEqual([]);
  });

  it('is kept after an abort while other requests wait for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const host = startHost({}, { grace: 100 });
    const pid = await pidOf(host);
    const abort = new AbortController();
    const blocked = host.stream('block', 700, abort.signal);
    expect(await blocked.next()).toEqual({ done: false, value: 'blocks' });
    const other = pidOf(host);
    abort.abort(new Error('gone'));
    await expect(blocked.next()).rejects.toThrow('gone');
    vi.advanceTimersByTime(100);
    expect(await other).toBe(pid);
  });

  it('is ended after a while without requests, and restarted for the next one', async () => {
    const host = startHost({}, { idle: 200 });
    const pid = await pidOf(host);
    await until(() => !lives(pid), 'the process is gone');
    expect(await host.ready()).toBe(true);
    expect(await pidOf(host)).not.toBe(pid);
    expect(log).toEqual([]);
  });

  it('is killed if it does not open in time', async () => {
    const host = startHost({}, { open: 1 });
    await expect(pidOf(host)).rejects.toMatchObject(UNAVAILABLE);
    expect(log[0]).toContain('did not open within 1 ms');
  });

  it.skipIf(process.platform !== 'linux')(
    'is killed if it takes more memory than it may, and the log says so',
    async () => {
      const host = startHost({}, { memory: 150e6 });
      const pid = await pidOf(host);
      await expect(host.ask('hoard', 1_000e6)).rejects.toMatchObject(UNAVAILABLE);
      expect(log).toHaveLength(1);
      expect(log[0]).toMatch(/engine_failed.*"took \d+ MB of memory, and MODEL_MEMORY_MB allows 150 MB\."/);
      await until(() => !lives(pid), 'the process is gone');
      await host.ask('hoard', 20e6);
      expect(log).toHaveLength(1);
    },
  );

  it.skipIf(process.platform !== 'linux')('is what Linux ends first when memory runs out, and says so', async () => {
    const host = startHost();
    const pid = await pidOf(host);
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
    const blocked = host.ask('block', 60_000);
    process.kill(pid, 'SIGKILL');
    await expect(blocked).rejects.toMatchObject(UNAVAILABLE);
    expect(log[0]).toContain('ended (SIGKILL). If no one killed it, the system did, because memory ran out.');
  });

  it('ends when closed, and its running requests fail', async () => {
    const host = startHost();
    const pid = await pidOf(host);
    const blocked = host.ask('block', 60_000);
    const failed = expect(blocked).rejects.toMatchObject(UNAVAILABLE);
    await host.close();
    await failed;
    expect(lives(pid)).toBe(false);
    await expect(pidOf(host)).rejects.toMatchObject(UNAVAILABLE);
    expect(await host.ready()).toBe(false);
  });

  it('does not survive a server that is killed', async () => {
    const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: ['--no-warnings'] });
    child.send({ type: 'open', settings: {} });
    await once(child, 'message');
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
    expect(child.signalCode).toBe('SIGKILL');
  });
});
