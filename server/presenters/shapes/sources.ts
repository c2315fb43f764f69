import type { Source, SourceError, SourceMetadata, SourceProgress } from '@footnote/sdk/contract';
import { z } from 'zod';
import { count, decided, decidedShapeOf, field, id, shapeOf, text, time } from './shape.ts';

const metadata = shapeOf<SourceMetadata>(
  'SourceMetadata',
  'What is known of the document. Keys that do not apply are absent.',
)(
  z.strictObject({
    filename: text('The name that it was uploaded under.', 'manual.pdf').exactOptional(),
    content_type: decided(text('By its content, not its name.', 'application/pdf').exactOptional()),
    size: decided(count('Bytes.', 482_133).exactOptional()),
    pages: decided(count('Only of what has pages.', 64).exactOptional()),
    title: decided(text('As the document calls itself.', 'Product manual').exactOptional()),
    url: decided(text('The address that was given.').exactOptional()),
    final_url: decided(text('The address that it led to.').exactOptional()),
    fetched_at: decided(time('When it was read from there.').exactOptional()),
  }),
);

const progress = decidedShapeOf<SourceProgress>(
  'SourceProgress',
  'How far ingestion is.',
)(
  z.strictObject({
    stage: field(z.enum(['queued', 'fetch', 'parse', 'chunk', 'embed', 'index']), 'In this order.', 'embed'),
    done: count('Of `total`.', 40),
    total: count('In the stage’s own units; 0 where it has none.', 120),
  }),
);

const sourceError = decidedShapeOf<SourceError>(
  'SourceError',
  'Why ingestion failed.',
)(
  z.strictObject({
    code: text('Stable, snake_case.', 'password_protected'),
    message: text(
      'A sentence that its owner can act on.',
      'This file is password-protected. Remove the password and upload it again.',
    ),
  }),
);

export const source = shapeOf<Source>(
  'Source',
  'One document of a project.',
)(
  z.strictObject({
    id: id('src', 'The source’s id.'),
    project_id: decided(id('proj', 'The project that it belongs to.')),
    type: field(z.enum(['file', 'url', 'text']), 'Where it comes from.', 'file'),
    status: field(
      z.enum(['pending', 'processing', 'completed', 'failed']),
      '`pending` → `processing` → `completed` or `failed`. Only what is completed is searched.',
      'completed',
    ),
    metadata,
    chunks_count: decided(count('Into how many passages it was cut.', 120)),
    progress: progress.exactOptional(),
    error: decided(
      field(
        sourceError.nullable(),
        'Why it `failed`; where it is `completed`, why reading it anew failed: what was read before goes on to answer.',
        null,
      ),
    ),
    created_at: decided(time('When it was added.')),
    updated_at: decided(time('When it last changed.')),
    completed_at: decided(
      field(
        z.string().meta({ format: 'date-time' }).nullable(),
        'Since when it is searched.',
        '2026-01-31T12:00:00.000Z',
      ),
    ),
  }),
);
