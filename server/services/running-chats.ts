import { ApiError, errors } from '../platform/errors.ts';

/** Whose question is being answered. */
export interface Asker {
  /** Who owns the project. */
  userId: string;
  projectId: string;
  /** Null where a widget token asked. */
  keyId: string | null;
}

/** The credential of a running chat, checked again while its answer is being written. */
export interface WatchedCredential {
  /** The same for credentials that are revoked together. */
  name: string;
  /** Throws 401 if it has been revoked. */
  verify(): Promise<void>;
}

/** What is revoked: an account, a project, all widget tokens of a project, or one API key of it. */
export type RevocationTarget =
  | { userId: string }
  | { projectId: string }
  | { widgetOf: string }
  | { projectId: string; keyId: string };

export interface RunningChat {
  /** Aborts with the error for the reader when the answer must not go on. */
  signal: AbortSignal;
  /** The answer has ended and is stored. */
  end(): void;
}

/**
 * The answers that this process is writing, and the credentials that asked for them. An answer ends when its credential is
 * revoked: at once if this server revokes it, shortly after if another server of the same store does.
 */
export interface RunningChats {
  /**
   * From now on `revoke` ends this answer. The caller must verify the credential once more afterwards, as it may have been
   * revoked before. Throws 401 while it is being revoked, 429 while the server stops.
   */
  begin(asker: Asker, credential: WatchedCredential): RunningChat;
  /**
   * Ends every answer that the revocation concerns, then does the work that revokes. Chats that would begin meanwhile are
   * refused, as deleting all data of a project may take a while.
   */
  revoke<Result>(revoked: RevocationTarget, work: () => Promise<Result>): Promise<Result>;
  /** Ends every answer and refuses new ones: the server stops. */
  stop(): void;
  /** Resolves when no answer is being written or stored. */
  settled(): Promise<void>;
}

interface Running {
  asker: Asker;
  over: Promise<void>;
  credential: WatchedCredential;
  abort(error: ApiError): void;
}

/** `verifyEvery`: milliseconds between two checks for credentials that other servers revoked; null if there are none. */
export function createRunningChats(verifyEvery: number | null = null): RunningChats {
  const running = new Map<RunningChat, Running>();
  const watchAgain = verifyEvery === null ? () => undefined : watchCredentials(running, verifyEvery);
  const revocations = new Set<RevocationTarget>();
  let stopped = false;
  return {
    begin(asker, credential) {
      if (stopped) throw errors.stopping();
      if ([...revocations].some((revoked) => isRevoked(asker, revoked))) throw errors.tokenRevoked();
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
      watchAgain();
      return chat;
    },

    async revoke(revoked, work) {
      revocations.add(revoked);
      for (const { asker, abort } of [...running.values()]) {
        if (isRevoked(asker, revoked)) abort(errors.tokenRevoked());
      }
      try {
        return await work();
      } finally {
        revocations.delete(revoked);
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

/** Returns a function that verifies the credentials every so many milliseconds as long as there are running chats. */
function watchCredentials(running: ReadonlyMap<RunningChat, Running>, every: number): () => void {
  let timer: NodeJS.Timeout | null = null;
  const watchAgain = () => {
    if (timer !== null || running.size === 0) return;
    timer = setTimeout(async () => {
      await endRevoked(running.values());
      timer = null;
      watchAgain();
    }, every).unref();
  };
  return watchAgain;
}

/** Verifies each credential once, however many answers it has asked for, and ends the answers of those revoked. */
async function endRevoked(running: Iterable<Running>): Promise<void> {
  const byCredential = Map.groupBy(running, ({ credential }) => credential.name);
  for (const chats of byCredential.values()) {
    const error: unknown = await chats[0]?.credential.verify().catch((error: unknown) => error);
    // A store that cannot be reached revokes nothing.
    if (!(error instanceof ApiError) || error.status !== 401) continue;
    for (const { abort } of chats) abort(error);
  }
}

function isRevoked(asker: Asker, revoked: RevocationTarget): boolean {
  if ('userId' in revoked) return asker.userId === revoked.userId;
  if ('widgetOf' in revoked) return asker.keyId === null && asker.projectId === revoked.widgetOf;
  return asker.projectId === revoked.projectId && (!('keyId' in revoked) || asker.keyId === revoked.keyId);
}
