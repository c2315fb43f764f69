import type { Readiness, ServerRestart, ServerState } from '@footnote/sdk/contract';
import type { QuestionReader } from '../../answering/retrieval/question-reader.ts';
import type { AnswerSlot, CuratedFinder } from '../../answering/types.ts';
import type { Env } from '../../config/env.ts';
import type { Embedder, Reranker } from '../../engines/types.ts';
import type { GitClient } from '../../ingestion/git/git-client.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { DiskSpace } from '../../platform/files/disk-space.ts';
import type { Log } from '../../platform/log.ts';
import type { Passwords } from '../../services/accounts/passwords.ts';
import type { BackupUploads } from '../../services/server/backup-uploads.ts';
import type { BackupService } from '../../services/server/backups.ts';
import type { ModelService } from '../../services/server/models.ts';
import type { IdentifyFile } from '../../services/sources/source-files.ts';
import type { CheckUrl } from '../../services/sources/sources.ts';
import type { JobKind, Store } from '../../store/types.ts';
import type { Builds } from '../builds.ts';
import type { Metrics } from '../metrics.ts';

/** What the API depends on. app.ts chooses the parts. */
export interface ApiParts extends Builds {
  env: Env;
  log: Log;
  store: Store;
  /** The disk of the data directory. */
  disk: DiskSpace;
  signingSecret: string;
  version: string;
  /** How the operator's command line begins in this installation. */
  command: string;
  /** A slot for one answer. Throws 429 `busy` if there is none. */
  reserve: (accountId: string) => AnswerSlot;
  /** The answers that owners have written. */
  curated: CuratedFinder;
  /** The embedder whose vectors are searched; null if there is none. */
  embedder: () => Embedder | null;
  /** The model that reorders what was found; null if there is none. */
  reranker: () => Reranker | null;
  questionReader: QuestionReader | null;
  models: ModelService;
  backups: BackupService;
  backupUploads: BackupUploads;
  /** How the server is restarted. */
  restart: ServerRestart;
  /** Begins to stop the server, so that its supervisor starts it again. */
  stopToRestart: () => void;
  /** Called when somebody opens the console of a server without an account. */
  openedWithoutAccount: () => void;
  identifyFile: IdentifyFile;
  /** Whether there is text recognition (OCR) now. */
  readsPictures: () => boolean;
  checkUrl: CheckUrl;
  /** Reads git repositories. */
  git: Pick<GitClient, 'server'>;
  /** The address of a repository in its normal form, or null if it may not be read. */
  checkRepositoryUrl: (text: string) => string | null;
  passwords: Passwords;
  /** Called when there is a new ingestion job. */
  notifyIngestion: (kind: JobKind) => void;
  /** Null if the server sends no mail. */
  mailer: Pick<Mailer, 'send' | 'sendNow'> | null;
  /** Called when a message to a webhook has been queued. */
  notifyDeliveries: () => void;
  readiness: () => Promise<Readiness['parts']>;
  serverState: () => Promise<ServerState>;
  metrics: Metrics;
  /** Called for each link, because without a configured address it is known only once the server listens. */
  publicUrl: () => string;
  now: () => number;
  /** Called when a route answers with a status that it did not declare. */
  onUndeclared: (route: string, status: number) => void;
}
