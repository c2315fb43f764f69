import { ApiError } from '../../platform/errors.ts';
import { errors } from '../errors.ts';

/** Who asked a question, and in whose project. */
export interface Asker {
  /** The owner of the project. */
  userId: string;
  projectId: string;
  /** Null for a widget token. */
  keyId: string | null;
  /** The id of the member or the key that minted the widget token; null for any other. */
  mintedBy: string | null;
}

/** The credential of a running chat, checked again while its answer is being written. */
export interface WatchedCredential {
  /** Equal for credentials that are revoked together. */
  name: string;
  /** Throws 401 if it has been revoked. */
  verify(): Promise<void>;
}

/**
 * An account, a project, all widget tokens of a project, one of its API keys with the widget tokens that it has minted, or the widget
 * tokens that a member has minted.
 */
export type RevocationTarget =
  | { userId: string }
  | { projectId: string }
  | { widgetOf: string }
  | { projectId: string; keyId: string }
  | { mintedBy: string; projectId?: string };

export interface RunningChat {
  /** Aborts when the answer must end. The reason is the error to send to the reader. */
  signal: AbortSignal;
  /** To be called when the answer has ended and is stored. */
  end(): void;
}

/**
 * The answers that this process is writing, with their credentials. An answer ends when its credential is revoked: at once if
 * this server revokes it, shortly afterwards if another server on the same store does.
 */
export interface RunningChats {
  /**
   * Registers an answer, so that `revoke` ends it. The caller must then verify the credential again, as it may have been revoked
   * before. Throws 401 while the credential is being revoked, 429 while the server stops.
   */
  begin(asker: Asker, credential: WatchedCredential): RunningChat;
  /**
   * Ends every answer that the revocation affects, then runs `work`, which revokes. Refuses new chats of the same credentials
   * until then, as deleting all data of a project may take a while.
   */
  revoke<Result>(revoked: RevocationTarget, work: () => Promise<Result>): Promise<Result>;
  /** The number of answers that are being written. */
  count(): number;
  /** Ends every answer and refuses new ones. */
  stop(): void;
  /** Resolves when no answer is being written or stored. */
  settled(): Promise<void>;
}

interface Running {
  asker: Asker;
  ended: Promise<void>;
  credential: WatchedCredential;
  abort(error: ApiError): void;
}

/** `verifyEvery`: milliseconds between two checks for credentials revoked by other servers; null if there are no others. */
export function createRunningChats(verifyEvery: number | null = null): RunningChats {
  const running = new Map<RunningChat, Running>();
  const startWatching = verifyEvery === null ? () => undefined : createCredentialWatch(running, verifyEvery);
  const revocations = new Set<RevocationTarget>();
  let stopped = false;
  return {
    begin(asker, credential) {
      if (stopped) throw errors.stopping();
      if ([...revocations].some((revoked) => isRevoked(asker, revoked))) throw errors.tokenRevoked();
      const controller = new AbortController();
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const chat: RunningChat = {
        signal: controller.signal,
        end() {
          running.delete(chat);
          resolve();
        },
      };
      running.set(chat, { asker, ended, credential, abort: (error) => controller.abort(error) });
      startWatching();
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

    count: () => running.size,

    stop() {
      stopped = true;
      for (const { abort } of [...running.values()]) abort(errors.stopping());
    },

    async settled() {
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

/** Returns a function that starts to verify the credentials every `every` milliseconds, until no chat is running. */
function createCredentialWatch(running: ReadonlyMap<RunningChat, Running>, every: number): () => void {
  let timer: NodeJS.Timeout | null = null;
  const startWatching = () => {
    if (timer !== null || running.size === 0) return;
    timer = setTimeout(async () => {
      await endRevoked(running.values());
      timer = null;
      startWatching();
    }, every).unref();
  };
  return startWatching;
}

/** Verifies each credential once and ends the answers of those that are revoked. */
async function endRevoked(running: Iterable<Running>): Promise<void> {
  const byCredential = Map.groupBy(running, ({ credential }) => credential.name);
  for (const chats of byCredential.values()) {
    const error: unknown = await chats[0]?.credential.verify().catch((error: unknown) => error);
    // An unreachable store does not mean that the credential is revoked.
    if (!(error instanceof ApiError) || error.status !== 401) continue;
    for (const { abort } of chats) abort(error);
  }
}

function isRevoked(asker: Asker, revoked: RevocationTarget): boolean {
  if ('userId' in revoked) return asker.userId === revoked.userId;
  if ('mintedBy' in revoked) {
    return asker.mintedBy === revoked.mintedBy && (revoked.projectId ?? asker.projectId) === asker.projectId;
  }
  if ('widgetOf' in revoked) return asker.keyId === null && asker.projectId === revoked.widgetOf;
  if (asker.projectId !== revoked.projectId) return false;
  return !('keyId' in revoked) || [asker.keyId, asker.mintedBy].includes(revoked.keyId);
}
