import { type ApiError, errors } from '../errors.ts';

/** Whose question is being answered. */
export interface Asker {
  /** Who owns the project. */
  userId: string;
  projectId: string;
  /** Null where a widget token asked. */
  keyId: string | null;
}

/** What becomes void: an account, a project, all widget tokens of a project, or one API key of it. */
export type Revoked =
  | { userId: string }
  | { projectId: string }
  | { widgetOf: string }
  | { projectId: string; keyId: string };

export interface RunningChat {
  /** Aborts with the error that the reader is told, where the answer must not go on. */
  signal: AbortSignal;
  /** The answer is over, and what there is of it is stored. */
  end(): void;
}

/**
 * The answers that are being written, by whose credential asked for them: they end when it becomes void. Those of this
 * process only; where several serve the same store, `revoking` is the place that has to tell the others.
 */
export interface RunningChats {
  /**
   * From here on the answer is found by `revoking`; what was revoked before has to be looked for afterwards. Throws 401
   * where a revocation is under way, 429 where the server stops.
   */
  begin(asker: Asker): RunningChat;
  /**
   * Ends every answer that this makes void, then does the work that makes it so. What would begin meanwhile is refused,
   * as erasing what hangs on a project may take its time.
   */
  revoking<Result>(revoked: Revoked, work: () => Promise<Result>): Promise<Result>;
  /** Ends every answer, and lets no other begin: the server stops. */
  stop(): void;
  /** Resolves when no answer is being written or stored. */
  settled(): Promise<void>;
}

export function createRunningChats(): RunningChats {
  const running = new Map<RunningChat, { asker: Asker; over: Promise<void>; abort(error: ApiError): void }>();
  const underway = new Set<Revoked>();
  let stopped = false;

  return {
    begin(asker) {
      if (stopped) throw errors.stopping();
      if ([...underway].some((revoked) => isVoid(asker, revoked))) throw errors.tokenRevoked();
      const controller = new AbortController();
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const chat: RunningChat = {
        signal: controller.signal,
        end() {
          running.delete(chat);
          resolve();
        },
      };
      running.set(chat, { asker, over, abort: (error) => controller.abort(error) });
      return chat;
    },

    async revoking(revoked, work) {
      underway.add(revoked);
      for (const { asker, abort } of [...running.values()]) {
        if (isVoid(asker, revoked)) abort(errors.tokenRevoked());
      }
      try {
        return await work();
      } finally {
        underway.delete(revoked);
      }
    },

    stop() {
      stopped = true;
      for (const { abort } of [...running.values()]) abort(errors.stopping());
    },

    async settled() {
      await Promise.all([...running.values()].map(({ over }) => over));
    },
  };
}

function isVoid(asker: Asker, revoked: Revoked): boolean {
  if ('userId' in revoked) return asker.userId === revoked.userId;
  if ('widgetOf' in revoked) return asker.keyId === null && asker.projectId === revoked.widgetOf;
  return asker.projectId === revoked.projectId && (!('keyId' in revoked) || asker.keyId === revoked.keyId);
}
