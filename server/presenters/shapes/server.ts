import { z } from 'zod';
import { reEmbedding } from './server-models.ts';
import { count, decidedShape, field, text, time } from './shape.ts';

const engine = decidedShape(
  'ServerEngineState',
  'The state of one engine.',
  z.strictObject({
    id: text('The engine’s id.', 'builtin'),
    ready: field(z.boolean(), 'Can it do its work now?', true),
  }),
);

const finding = decidedShape(
  'ServerFinding',
  'The result of one check.',
  z.strictObject({
    check: text('What was checked.', 'disk'),
    verdict: field(z.enum(['ok', 'warning', 'problem']), 'How serious it is.', 'warning'),
    found: text('What was found.', '900 MB free, 120 MB of database.'),
    advice: field(z.string().nullable(), 'What to do about it; `null` where all is well.', null),
  }),
);

export const serverState = decidedShape(
  'ServerState',
  'How the whole server is, for its operator.',
  z.strictObject({
    version: text('The server’s version.', '0.1.0'),
    command: text(
      'How its command begins on the server’s machine, in the directory that the server was started in: `npx footnote`, `/opt/footnote/footnote`.',
      'npx footnote',
    ),
    started_at: time('When its process began.'),
    memory: field(
      z.strictObject({
        total: count('Of the machine, or of the container.', 4_000_000_000),
        available: count('What is still available.', 2_100_000_000),
        process: count('What the server’s own process holds.', 130_000_000),
      }),
      'In bytes.',
    ),
    disk: field(
      z.strictObject({
        free: count('On the disk of the data directory.', 50_000_000_000),
        database: count('Taken by the database.', 120_000_000),
      }),
      'In bytes.',
    ),
    ingestion: field(
      z.strictObject({
        queued: count('Waiting to be read.', 3),
        running: count('Being read.', 1),
        failed: count('Could not be read.', 0),
      }),
      'Sources.',
    ),
    answers: field(
      z.strictObject({ running: count('Being written.', 1), waiting: count('Waiting for the model.', 0) }),
      'Answers that a model writes.',
    ),
    engines: field(
      z.strictObject({ embedder: engine, answerer: engine, reranker: engine.nullable() }),
      'What makes vectors, what answers, and what puts passages in order.',
    ),
    re_embedding: field(
      reEmbedding.nullable(),
      'How far it is; `null` where all vectors are those of the present embedder.',
    ),
    last_backup: field(
      z.strictObject({ created_at: time('When it was made.'), size: count('Bytes.', 48_000_000) }).nullable(),
      'The last that the command `backup` has made; `null` where there is none.',
    ),
    findings: field(z.array(finding), 'What the command `doctor` finds at a glance.'),
  }),
);
