import { z } from 'zod';
import { FOUND_METADATA } from '../../platform/found-metadata.ts';
import { isWebAddress } from '../../platform/network/web-address.ts';
import { field, named, optional, shape } from '../../presenters/shape.ts';
import type { SourceDescription } from '../../services/sources/put-document.ts';

export const MAX_METADATA = 16;

/** A name that an owner may give to something that describes a source. */
export const metadataName = z
  .string()
  .regex(/^[a-zA-Z][\w.-]{0,63}$/, 'must have letters, digits, dots, hyphens and underscores, at most 64');

const metadata = named(
  'OwnMetadata',
  'What the owner says of a source, such as its version or language: at most 16 names, each with a text of at most 500 characters. It is shown in the source’s `metadata`, so names that the server uses there are refused.',
  z
    .record(
      metadataName.refine((name) => !FOUND_METADATA.includes(name), 'is set by the server'),
      z.string().min(1).max(500),
    )
    .refine((entries) => Object.keys(entries).length <= MAX_METADATA, `must have at most ${MAX_METADATA} entries`),
);

const url = z
  .string()
  .max(2000)
  .refine(isWebAddress, 'must be an http or https address without a user name')
  .nullable();

/** The fields with which an owner describes a source. */
export const description = {
  url: optional(
    url,
    'The address of the page that shows the document, which citations open; `null` if there is none. Absent: it stays as it is.',
    'https://docs.example.com/guide/install',
  ),
  metadata: optional(
    metadata,
    'What the owner says of the source: at most 16 names with texts. Replaces what was said before. Absent: it stays as it is.',
    { version: '2.1', language: 'en' },
  ),
};

/** What a form's field `sources` says of one file. */
export const batchedSource = shape('BatchedSource', 'What describes one file of a batch.', {
  name: field(z.string().min(1).max(1000), 'The name of the file in the batch, with its folders.', 'guide/install.md'),
  external_id: optional(
    z.string().nullable(),
    'The external id of its source. Default: `name`, without control characters. With `null` the file becomes a new source without one.',
    'docs/guide/install.md',
  ),
  url: optional(
    url,
    'The address that citations open; `null` if there is none. Absent: it stays as it is.',
    'https://docs.example.com/guide/install',
  ),
  metadata: optional(metadata, 'Replaces what was said before. Absent: it stays as it is.', {
    version: '2.1',
  }),
});

/** The same for the service. */
export function toDescription({ url, metadata }: z.infer<z.ZodObject<typeof description>>): SourceDescription {
  return { ...(url !== undefined && { url }), ...(metadata !== undefined && { labels: metadata }) };
}
