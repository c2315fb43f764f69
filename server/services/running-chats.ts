import { ApiError, errors } from '../platform/errors.ts';

/** Whose question is being answered. */
export interface Asker {
  /** Who owns the project. */
  userId: string;
  projectId: string;
  /** Null where a widget token asked. */
  keyId: string | null;
}

/** The credential that asked. */
export interface Watched {
  /** The same for all that become void together. */
  name: string;
  /** Throws 401 where it has become void. */
  verify(): Promise<void>;
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
 * The answers that are being written by this process, by whose credential asked for them: they end when it becomes void,
 * at once where that happens here, and soon after where another server of the same store did it.
 */
export interface RunningChats {
  /**
   * From here on the answer is found by `revoking`; what was revoked before has to be looked for afterwards. Throws 401
   * where a revocation is under way, 429 where the server stops.
   */
  begin(asker: Asker, credential: Watched): RunningChat;
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

interface Running {
  asker: Asker;
  over: Promise<void>;
  credential: Watched;
  abort(error: ApiError): void;
}

/** `lookEvery`: in milliseconds, how often it is looked what others have revoked; null where nobody else can. */
export function createRunningChats(lookEvery: number | null = null): RunningChats {
  const running = new Map<RunningChat, Running>();
  let looking: NodeJS.Timeout | null = null;
  const underway = new Set<Revoked>();
  let stopped = false;

  /** Each credential once, however many answers it has asked for. */
  async function look(): Promise<void> {
    const byCredential = Map.groupBy(running.values(), ({ credential }) => credential.name);
    for (const chats of byCredential.values()) {
      const error: unknown = await chats[0]?.credential.verify().catch((error: unknown) => error);
      // That the store cannot be asked revokes nothing.
      if (!(error instanceof ApiError) || error.status !== 401) continue;
      for (const { abort } of chats) abort(error);
    }
  }

  /** As long as there is an answer to look after. */
  function lookAgain(): void {
    if (lookEvery === null || looking !== null || running.size === 0) return;
    looking = setTimeout(async () => {
      await look();
      looking = null;
      lookAgain();
    }, lookEvery).unref();
  }

  return {
    begin(asker, credential) {
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
      running.set(chat, { asker, over, credential, abort: (error) => controller.abort(error) });
      lookAgain();
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
