import type { ServerEngineState, ServerFinding, ServerState } from '@footnote/sdk/contract';
import { z } from 'zod';
import { reEmbedding } from './server-models.ts';
import { count, decidedShapeOf, field, text, time } from './shape.ts';

const engine = decidedShapeOf<ServerEngineState>(
  'ServerEngineState',
  'One engine.',
)(z.strictObject({ id: text('What it is.', 'builtin'), ready: field(z.boolean(), 'Can it do its work now?', true) }));

const finding = decidedShapeOf<ServerFinding>(
  'ServerFinding',
  'What one check has come to.',
)(
  z.strictObject({
    check: text('What was looked at.', 'disk'),
    verdict: field(z.enum(['ok', 'warning', 'problem']), 'How it is.', 'warning'),
    found: text('What was found.', '900 MB free, 120 MB of database.'),
    advice: field(z.string().nullable(), 'What to do about it; `null` where all is well.', null),
  }),
);

export const serverState = decidedShapeOf<ServerState>(
  'ServerState',
  'How the whole server is, for its operator.',
)(
  z.strictObject({
    version: text('Of the server.', '0.1.0'),
    command: text('How its command begins in the directory that the server was started in.', 'npx footnote'),
    started_at: time('When its process began.'),
    memory: field(
      z.strictObject({
        total: count('Of the machine, or of the container.', 4_000_000_000),
        available: count('What could still be had.', 2_100_000_000),
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
        failed: count('That could not be read.', 0),
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
    re_embedding: field(reEmbedding.nullable(), '`null` where all vectors are those of the present embedder.'),
    last_backup: field(
      z.strictObject({ created_at: time('When it was made.'), size: count('Bytes.', 48_000_000) }).nullable(),
      'The last that the command `backup` has made; `null` where there is none.',
    ),
    findings: field(z.array(finding), 'What the command `doctor` finds at a glance.'),
  }),
);
