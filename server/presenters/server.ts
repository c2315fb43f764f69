import { z } from 'zod';
import { serverRestart } from './backups.ts';
import { passageReading, reEmbedding } from './server-models.ts';
import { count, field, flag, shape, text, time } from './shape.ts';

const engine = shape('ServerEngineState', 'The state of one engine.', {
  id: text('The engine’s id.', 'builtin'),
  ready: flag('Whether the engine is ready.', true),
});

const finding = shape('ServerFinding', 'The result of one check.', {
  check: text('What was checked.', 'disk'),
  verdict: field(z.enum(['ok', 'warning', 'problem']), 'How serious the finding is.', 'warning'),
  found: text('What was found.', '900 MB free, 120 MB of database.'),
  advice: field(z.string().nullable(), 'What to do about it; `null` if nothing needs to be done.', null),
});

const commands = (description: string, examples: string[]) => field(z.array(z.string()), description, examples);

const serverInstallation = shape(
  'ServerInstallation',
  'How Footnote was installed, and the commands that look after it there, for the server’s machine. `VERSION` in them stands for a newer version.',
  {
    form: field(
      z.enum(['clone', 'bundle', 'container', 'pod', 'project', 'global']),
      'A clone of the repository; the bundle; a container; a pod of Kubernetes; the npm package in a project, or for the whole machine.',
      'bundle',
    ),
    root: text('Its folder.', '/opt/footnote'),
    restart: serverRestart,
    check: commands('Ask a newer version what it would change; empty where the upgrade says so first, and asks.', []),
    upgrade: commands('Back up, and start the newer version.', [
      'tar -xzf footnote-VERSION-linux-x64.tar.gz',
      'sudo ./footnote-VERSION-linux-x64/install.sh upgrade',
    ]),
    rollback: commands('Go back to the version before.', ['sudo /opt/footnote/current/install.sh rollback']),
  },
);

export const restarting = shape('Restarting', 'The server has begun to stop.', {
  started_at: time('The time when the process started that stops. The next one has a later time in `GET /v1/server`.'),
});

export const wholeServerState = shape('ServerState', 'The state of the server, for its operator.', {
  version: text('The server’s version.', '0.1.0'),
  command: text(
    'How to call Footnote’s command on the server’s machine, from the directory in which the server was started: `npx footnote`, `/opt/footnote/footnote`, `docker exec 3f9a1c2b5d7e footnote`.',
    'npx footnote',
  ),
  started_at: time('The time when the server’s process started.'),
  installation: serverInstallation,
  memory: field(
    z.strictObject({
      total: count('The memory of the machine, or of the container.', 4_000_000_000),
      available: count('The available memory.', 2_100_000_000),
      process: count('The memory of the server’s process.', 130_000_000),
    }),
    'Memory, in bytes.',
  ),
  disk: field(
    z.strictObject({
      free: count('The free space on the disk of the data directory.', 50_000_000_000),
      database: count('The size of the database.', 120_000_000),
    }),
    'Disk space, in bytes.',
  ),
  ingestion: field(
    z.strictObject({
      queued: count('Sources that wait for ingestion.', 3),
      running: count('Sources in ingestion.', 1),
      failed: count('Sources that failed.', 0),
    }),
    'The numbers of sources in ingestion.',
  ),
  answers: field(
    z.strictObject({
      running: count('Answers that are being written.', 1),
      waiting: count('Answers that wait for the model.', 0),
      limit: count('Answers that the model may write at the same time at present; 0 without a model.', 32),
    }),
    'The numbers of answers that a model writes.',
  ),
  load: field(
    z.strictObject({
      passages: count('The passages of all projects.', 12_400),
      questions: field(
        z.strictObject({
          last_hour: count('In the last 60 minutes.', 310),
          last_day: count('In the last 24 hours.', 4_200),
          busiest_minute: field(
            z.int().min(0).nullable(),
            'In the minute with the most of them; `null` in the first minute after the start.',
            41,
          ),
        }),
        'The questions that this process has answered since it started, for at most a day.',
      ),
      busy: field(
        z.number().min(0).nullable(),
        'The share of that minute in which the busiest part of the process was busy: its first thread, through which every request goes, or the others together.',
        0.07,
      ),
      carried_per_second: field(
        z.number().min(0).nullable(),
        'The questions a second that would keep that part busy for 60 % of the time; `null` if there were fewer than 30 questions in it.',
        5.86,
      ),
    }),
    'How much is asked of this process, and how much it carries, as measured here. The finding `load` says what to do about it.',
  ),
  engines: field(
    z.strictObject({
      embedder: engine,
      answerer: engine,
      reranker: engine.nullable(),
      verifier: field(
        engine.nullable(),
        'The engine that checks sentences besides the rules; `null` if the rules alone do. While it is not ready, they alone do as well.',
      ),
    }),
    'The engines that embed, answer, rank passages and check sentences.',
  ),
  re_embedding: field(
    reEmbedding.nullable(),
    'The progress of re-embedding; `null` if all vectors are from the current embedding engine.',
  ),
  deepened: field(passageReading.nullable(), 'How far the reader is; `null` if it is off.'),
  last_backup: field(
    z
      .strictObject({ created_at: time('The time of the backup.'), size: count('The size in bytes.', 48_000_000) })
      .nullable(),
    'The last backup by the command `backup`; `null` if there is none.',
  ),
  findings: field(z.array(finding), 'The findings of the quick checks of the command `doctor`.'),
});
