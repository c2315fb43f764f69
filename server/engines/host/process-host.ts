import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { lowerPriority } from '../../platform/program/lower-priority.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { ENGINE_MEMORY } from './default-limits.ts';
import type { FromChild, Protocol, ToChild } from './messages.ts';
import { streamParts } from './stream-parts.ts';
import { watchMemory } from './watch-memory.ts';

/** Times in milliseconds. */
export interface HostLimits {
  /** A child is ended after this time without requests: there is no other way to free its memory. */
  idle: number;
  /** How long an aborted request may keep its child busy before the child is killed. */
  grace: number;
  /** The time limit for loading a model, which may be on a slow disk. */
  open: number;
  /** Bytes of memory that a child may have of its own; one with more is killed. */
  memory: number;
}

/** `low`: for work that no one waits for, which leaves the processor to answers. */
export type HostPriority = 'normal' | 'low';

interface HostOptions {
  /** The engine's id, for the log. */
  engine: string;
  /** The file of the child's program. */
  program: string;
  /** What Node.js is started with for it: flags of V8, and variables that its libraries read. */
  node?: { flags: string[]; env: Record<string, string> };
  /** What `open` gets. */
  settings: unknown;
  /** The error for callers when the engine fails. */
  failure: () => ApiError;
  log: Log;
  limits?: Partial<HostLimits>;
  /** Of its processes; default normal. */
  priority?: HostPriority;
}

export interface EngineHost<Can extends Protocol> {
  /** Rejects with `failure` if the engine fails, and with the signal's reason as soon as it aborts. */
  ask<Kind extends keyof Can & string>(
    kind: Kind,
    ask: Can[Kind]['ask'],
    signal?: AbortSignal,
  ): Promise<Can[Kind]['result']>;
  /** Like `ask`, and yields the parts on the way. Leaving the loop early aborts the request. */
  stream<Kind extends keyof Can & string>(
    kind: Kind,
    ask: Can[Kind]['ask'],
    signal: AbortSignal,
  ): AsyncGenerator<Can[Kind]['part'], Can[Kind]['result']>;
  /** False from a child's failure until another one has opened; a request starts one. */
  ready(): Promise<boolean>;
  /** What the last child that opened told the operator; null for nothing. */
  notice(): string | null;
  /** Kills the child. Requests under way fail. */
  close(): Promise<void>;
}

const LIMITS: HostLimits = { idle: 15 * 60_000, grace: 5_000, open: 180_000, memory: ENGINE_MEMORY };
/** After the first failure a child restarts at once; each further one in a row doubles the wait. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** Characters of a child's standard error that are kept for the log: native code says there why it aborts. */
const ERROR_OUTPUT_LENGTH = 500;

interface Pending {
  aborted: boolean;
  onPart(part: unknown): void;
  onDone(result: unknown): void;
  onFailed(): void;
}

/** A child and the requests that it works on. */
interface Running {
  child: ChildProcess;
  requests: Map<number, Pending>;
  /** Killed, or its process has ended. */
  ended: boolean;
  /** Ends once it has no requests. */
  retired: boolean;
  errorOutput: string;
  openTimer: NodeJS.Timeout;
  idleTimer?: NodeJS.Timeout;
  stopWatching: () => void;
}

/** A host's state, which the functions below share. */
interface HostState {
  readonly options: HostOptions;
  readonly limits: HostLimits;
  current: Running | null;
  closed: boolean;
  notice: string | null;
  /** The last child failed, and none has opened since. */
  broken: boolean;
  failuresInARow: number;
  /** When another child may start, on the clock of `performance.now()`. */
  nextStart: number;
  lastId: number;
}

/**
 * Runs an engine in its own child process, so that native code that crashes, hangs or leaks memory takes nothing else
 * down. The child starts with the first request and restarts after a failure, with growing pauses while it keeps
 * failing.
 */
export function createEngineHost<Can extends Protocol>(options: HostOptions): EngineHost<Can> {
  const limits = { ...LIMITS, ...options.limits };
  const host: HostState = {
    options,
    limits,
    current: null,
    closed: false,
    notice: null,
    broken: false,
    failuresInARow: 0,
    nextStart: 0,
    lastId: 0,
  };
  return {
    ask: async (kind, ask, signal) => request<Can>(host, { kind, ask, onPart: () => undefined, signal }),

    stream: (kind, ask, signal) =>
      streamParts((emit, abandoned) => request<Can>(host, { kind, ask, onPart: emit, signal: abandoned }), signal),

    async ready() {
      if (host.broken && !host.current && mayStart(host)) startChild(host);
      return !host.closed && !host.broken;
    },

    notice: () => host.notice,

    async close() {
      host.closed = true;
      const running = host.current;
      if (!running) return;
      const gone = once(running.child, 'close');
      endChild(host, running);
      await gone;
    },
  };
}

const mayStart = ({ closed, nextStart }: HostState) => !closed && performance.now() >= nextStart;

function startChild(host: HostState): Running {
  const { limits, options } = host;
  const child = fork(options.program, {
    // No environment variable of the server reaches a library. This one keeps llama.cpp from running an installed
    // debugger before it aborts, which takes seconds.
    env: { GGML_NO_BACKTRACE: '1', ...options.node?.env },
    execArgv: ['--no-warnings', ...(options.node?.flags ?? [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (options.priority === 'low') lowerPriority(child);
  const running: Running = {
    child,
    requests: new Map(),
    ended: false,
    retired: false,
    errorOutput: '',
    openTimer: setTimeout(() => failChild(host, running, `did not open within ${limits.open} ms.`), limits.open),
    stopWatching: () => undefined,
  };
  const onExceeded = (bytes: number) =>
    failChild(
      host,
      running,
      `took ${formatBytes(bytes)} of memory, and MODEL_MEMORY_MB allows ${formatBytes(limits.memory)}.`,
    );
  if (child.pid !== undefined) running.stopWatching = watchMemory(child.pid, limits.memory, onExceeded);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    running.errorOutput = (running.errorOutput + text).slice(-ERROR_OUTPUT_LENGTH);
  });
  child.on('message', (message: FromChild) => handleMessage(host, running, message));
  child.on('error', (error) => failChild(host, running, error.message));
  // "close" and not "exit": only then has its standard error been read completely.
  child.on('close', (code, signal) => failChild(host, running, `${endOf(code, signal)} ${running.errorOutput}`));
  send(running, { type: 'open', settings: options.settings });
  host.current = running;
  return running;
}

function handleMessage(host: HostState, running: Running, message: FromChild): void {
  if (message.type === 'closed') failChild(host, running, message.reason);
  else if (message.type === 'part') running.requests.get(message.id)?.onPart(message.part);
  else if (message.type === 'retired') running.retired = true;
  else {
    if (message.type === 'opened') {
      clearTimeout(running.openTimer);
      host.broken = false;
      keepNotice(host, message.notice);
    } else settleRequest(host, running, message);
    restartIdleTimer(host, running);
  }
}

/** Each child has the same cause to leave one: it is logged once. */
function keepNotice(host: HostState, notice: string | null): void {
  const { engine, log } = host.options;
  if (notice !== null && notice !== host.notice) log.warn('engine_notice', { engine, reason: notice });
  host.notice = notice;
}

function settleRequest(
  host: HostState,
  running: Running,
  message: Extract<FromChild, { type: 'done' | 'failed' }>,
): void {
  const pending = running.requests.get(message.id);
  running.requests.delete(message.id);
  if (message.type === 'done') {
    host.failuresInARow = 0;
    host.broken = false;
    pending?.onDone(message.result);
    return;
  }
  const { engine, log } = host.options;
  if (pending && !pending.aborted) log.warn('engine_request_failed', { engine, reason: message.reason });
  pending?.onFailed();
}

function restartIdleTimer(host: HostState, running: Running): void {
  clearTimeout(running.idleTimer);
  if (running.requests.size > 0) return;
  if (running.retired) endChild(host, running);
  else running.idleTimer = setTimeout(() => endChild(host, running), host.limits.idle).unref();
}

/** Ends a child that exited or cannot go on, and sets when the next one may start. */
function failChild(host: HostState, running: Running, reason: string): void {
  if (running.ended) return;
  host.broken = true;
  host.failuresInARow++;
  const wait = host.failuresInARow === 1 ? 0 : FIRST_WAIT_MS * 2 ** (host.failuresInARow - 2);
  host.nextStart = performance.now() + Math.min(wait, MAX_WAIT_MS);
  host.options.log.error('engine_failed', { engine: host.options.engine, reason: reason.trim() });
  endChild(host, running);
}

/** A child that the host kills has been given up before; so another one did, usually the system. */
function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal !== 'SIGKILL') return `ended (${signal ?? code}).`;
  return 'ended (SIGKILL). If no one killed it, the system did, because memory ran out.';
}

/** Fails its requests. The next request starts another child. */
function endChild(host: HostState, running: Running): void {
  if (running === host.current) host.current = null;
  running.ended = true;
  clearTimeout(running.openTimer);
  clearTimeout(running.idleTimer);
  running.stopWatching();
  running.child.kill('SIGKILL');
  for (const pending of running.requests.values()) pending.onFailed();
  running.requests.clear();
}

/** Native code may ignore an abort. After the grace period the child is killed, unless other requests wait for it. */
function forceAbort(host: HostState, running: Running, id: number): void {
  setTimeout(() => {
    if (!running.requests.has(id)) return;
    if ([...running.requests.values()].some(({ aborted }) => !aborted)) forceAbort(host, running, id);
    else endChild(host, running);
  }, host.limits.grace).unref();
}

interface ChildRequest {
  kind: string;
  ask: unknown;
  onPart: (part: unknown) => void;
  signal: AbortSignal | undefined;
}

function request<Can extends Protocol>(host: HostState, asked: ChildRequest): Promise<Can[string]['result']> {
  asked.signal?.throwIfAborted();
  // A disconnected child would never answer, though the rest of its standard error may still arrive.
  const running = host.current?.child.connected ? host.current : null;
  if (!running && !mayStart(host)) throw host.options.failure();
  return sendRequest<Can>(host, running ?? startChild(host), asked);
}

function sendRequest<Can extends Protocol>(
  host: HostState,
  running: Running,
  { kind, ask, onPart, signal }: ChildRequest,
): Promise<Can[string]['result']> {
  const id = ++host.lastId;
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      pending.aborted = true;
      send(running, { type: 'abort', id });
      forceAbort(host, running, id);
      reject(signal?.reason);
    };
    const stopListening = () => signal?.removeEventListener('abort', onAbort);
    const pending: Pending = {
      aborted: false,
      onPart: (part) => pending.aborted || onPart(part),
      onDone: (result) => {
        stopListening();
        resolve(result);
      },
      onFailed: () => {
        stopListening();
        reject(host.options.failure());
      },
    };
    clearTimeout(running.idleTimer);
    running.requests.set(id, pending);
    signal?.addEventListener('abort', onAbort);
    send(running, { type: 'ask', id, kind, ask });
  });
}

/** Does nothing if the child is gone: its end settles its requests. */
function send({ child }: Running, message: ToChild): void {
  if (child.connected) child.send(message, () => undefined);
}
