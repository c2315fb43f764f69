import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { asTheyCome } from './async-queue.ts';
import type { FromChild, Protocol, ToChild } from './messages.ts';

/** Milliseconds. */
export interface HostLimits {
  /** A child to which nobody has spoken for so long is ended: the only way to give its memory back. */
  idle: number;
  /** An aborted request may keep its child busy for so long before the child is killed. */
  grace: number;
  /** For a model to be loaded, from a slow disk as well. */
  open: number;
}

export interface HostOptions {
  /** The engine's id, for the log. */
  engine: string;
  /** The file of the child's program. */
  program: string;
  /** What the program opens with. */
  settings: unknown;
  /** What a caller is told where the engine fails. */
  failure: () => ApiError;
  log: Log;
  limits?: Partial<HostLimits>;
}

export interface EngineHost<Can extends Protocol> {
  /** Rejects with `failure` where the engine fails, with the signal's reason as soon as it aborts. */
  ask<Kind extends keyof Can & string>(
    kind: Kind,
    ask: Can[Kind]['ask'],
    signal?: AbortSignal,
  ): Promise<Can[Kind]['result']>;
  /** The same, with the parts on the way. Ending the loop early aborts the request. */
  stream<Kind extends keyof Can & string>(
    kind: Kind,
    ask: Can[Kind]['ask'],
    signal: AbortSignal,
  ): AsyncGenerator<Can[Kind]['part'], Can[Kind]['result']>;
  /** False from when the child broke until one has opened again, which asking for it starts. */
  ready(): Promise<boolean>;
  /** Kills the child. What is under way fails. */
  close(): Promise<void>;
}

const LIMITS: HostLimits = { idle: 15 * 60_000, grace: 5_000, open: 180_000 };
/** After the first failure a child is started again at once, after each further one in a row twice as much later. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Characters of what a child has said last, for the log: native code tells there why it aborts. */
const LAST_WORDS = 500;

interface Pending {
  aborted: boolean;
  part(part: unknown): void;
  done(result: unknown): void;
  failed(): void;
}

/** A child and the requests that it works on. */
interface Running {
  child: ChildProcess;
  requests: Map<number, Pending>;
  /** Killed, or known to be gone. */
  ended: boolean;
  lastWords: string;
  openTimer: NodeJS.Timeout;
  idleTimer?: NodeJS.Timeout;
}

/**
 * Runs an engine in a child process of its own: native code that crashes, hangs or never lets go of its memory takes
 * nothing else with it. The child is started for the first request, and again after it broke, ever more seldom while it
 * goes on to break.
 */
export function createEngineHost<Can extends Protocol>(options: HostOptions): EngineHost<Can> {
  const { engine, program, settings, failure, log } = options;
  const limits = { ...LIMITS, ...options.limits };
  let current: Running | null = null;
  let closed = false;
  let broken = false;
  let failuresInARow = 0;
  let nextStart = 0;
  let lastId = 0;

  const mayStart = () => !closed && performance.now() >= nextStart;

  function start(): Running {
    const child = fork(program, {
      // Nothing that a library could be led by, or that it could tell. Of its own accord llama.cpp would start a debugger
      // where there is one before it ends itself, which takes seconds.
      env: { GGML_NO_BACKTRACE: '1' },
      execArgv: ['--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const running: Running = {
      child,
      requests: new Map(),
      ended: false,
      lastWords: '',
      openTimer: setTimeout(() => broke(running, `did not open within ${limits.open} ms.`), limits.open),
    };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      running.lastWords = (running.lastWords + text).slice(-LAST_WORDS);
    });
    child.on('message', (message: FromChild) => hear(running, message));
    child.on('error', (error) => broke(running, error.message));
    // "close" and not "exit": only then has everything that it said last been read.
    child.on('close', (code, signal) => broke(running, `ended (${signal ?? code}). ${running.lastWords}`));
    send(running, { type: 'open', settings });
    current = running;
    return running;
  }

  function hear(running: Running, message: FromChild): void {
    if (message.type === 'closed') broke(running, message.reason);
    else if (message.type === 'part') running.requests.get(message.id)?.part(message.part);
    else {
      if (message.type === 'opened') {
        clearTimeout(running.openTimer);
        broken = false;
      } else settle(running, message);
      rest(running);
    }
  }

  function settle(running: Running, message: Extract<FromChild, { type: 'done' | 'failed' }>): void {
    const request = running.requests.get(message.id);
    running.requests.delete(message.id);
    if (message.type === 'done') {
      failuresInARow = 0;
      broken = false;
      request?.done(message.result);
      return;
    }
    if (request && !request.aborted) log.warn('engine-failed', { engine, reason: message.reason });
    request?.failed();
  }

  /** Starts to count the time in which nobody asks for anything. */
  function rest(running: Running): void {
    clearTimeout(running.idleTimer);
    if (running.requests.size > 0) return;
    running.idleTimer = setTimeout(() => end(running), limits.idle).unref();
  }

  /** It ended by itself, or cannot go on. */
  function broke(running: Running, reason: string): void {
    if (running.ended) return;
    broken = true;
    failuresInARow++;
    const wait = failuresInARow === 1 ? 0 : FIRST_WAIT_MS * 2 ** (failuresInARow - 2);
    nextStart = performance.now() + Math.min(wait, LONGEST_WAIT_MS);
    log.error('engine-broke', { engine, reason: reason.trim() });
    end(running);
  }

  /** What was asked of it fails. The next request starts another. */
  function end(running: Running): void {
    if (running === current) current = null;
    running.ended = true;
    clearTimeout(running.openTimer);
    clearTimeout(running.idleTimer);
    running.child.kill('SIGKILL');
    for (const request of running.requests.values()) request.failed();
    running.requests.clear();
  }

  /** Native code may be deaf to an abort. The child is killed, unless others wait for it as well. */
  function forceAbort(running: Running, id: number): void {
    setTimeout(() => {
      if (!running.requests.has(id)) return;
      if ([...running.requests.values()].some(({ aborted }) => !aborted)) forceAbort(running, id);
      else end(running);
    }, limits.grace).unref();
  }

  function request(
    kind: string,
    ask: unknown,
    onPart: (part: unknown) => void,
    signal?: AbortSignal,
  ): Promise<Can[string]['result']> {
    signal?.throwIfAborted();
    // One that is gone already would never answer, though its last words may still be on their way.
    const running = current?.child.connected ? current : null;
    if (!running && !mayStart()) throw failure();
    return passOn(running ?? start(), kind, ask, onPart, signal);
  }

  function passOn(
    running: Running,
    kind: string,
    ask: unknown,
    onPart: (part: unknown) => void,
    signal?: AbortSignal,
  ): Promise<Can[string]['result']> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        pending.aborted = true;
        send(running, { type: 'abort', id });
        forceAbort(running, id);
        reject(signal?.reason);
      };
      const settle = () => signal?.removeEventListener('abort', onAbort);
      const pending: Pending = {
        aborted: false,
        part: (part) => pending.aborted || onPart(part),
        done: (result) => {
          settle();
          resolve(result);
        },
        failed: () => {
          settle();
          reject(failure());
        },
      };
      clearTimeout(running.idleTimer);
      running.requests.set(id, pending);
      signal?.addEventListener('abort', onAbort);
      send(running, { type: 'ask', id, kind, ask });
    });
  }

  return {
    ask: async (kind, ask, signal) => request(kind, ask, () => undefined, signal),

    stream: (kind, ask, signal) => asTheyCome((give, whileHeard) => request(kind, ask, give, whileHeard), signal),

    async ready() {
      if (broken && !current && mayStart()) start();
      return !closed && !broken;
    },

    async close() {
      closed = true;
      const running = current;
      if (!running) return;
      const gone = once(running.child, 'close');
      end(running);
      await gone;
    },
  };
}

/** A child that is gone hears nothing; what becomes of its requests follows from its end. */
function send({ child }: Running, message: ToChild): void {
  if (child.connected) child.send(message, () => undefined);
}
