import { z } from 'zod';
import { sourceType } from '../../presenters/enums.ts';
import { field, shape } from '../../presenters/shape.ts';
import { MAX_METADATA, metadataName } from '../sources/source-descriptions.ts';

const MAX_VALUES = 100;

/** One value, or several of which one must be met. */
const anyOf = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.array(value).min(1).max(MAX_VALUES)]).exactOptional();

const text = (maximum: number) => z.string().min(1).max(maximum);

const metadata = z
  .record(metadataName, z.union([text(500), z.array(text(500).nullable()).min(1).max(MAX_VALUES)]))
  .refine((entries) => Object.keys(entries).length <= MAX_METADATA, `must have at most ${MAX_METADATA} entries`)
  .exactOptional();

/** Which sources a search or a question is about. */
export const searchFilter = shape(
  'SearchFilter',
  'Which sources are searched: those that have the value, or one of the values, in each of the given fields.',
  {
    source_id: field(anyOf(text(100)), 'The source. The id of a site stands for its pages.'),
    type: field(anyOf(sourceType), 'The type of the source.', 'file'),
    language: field(anyOf(text(35)), 'The language of the document, as its text has been recognised.', 'en'),
    title: field(anyOf(text(500)), 'The title of the document, exactly.', 'Product manual'),
    url: field(
      anyOf(text(2000)),
      'The address that citations open, or that of the web page before or after redirects, exactly.',
      'https://docs.example.com/warranty',
    ),
    external_id: field(anyOf(text(1000)), 'The name that the owner has given to the source.', 'guide/install.md'),
    metadata: field(
      metadata,
      'What the owner has said of the source, by name: one value, or several, among them `null` for sources without the name.',
      {
        version: '2',
      },
    ),
    filename: field(anyOf(text(255)), 'The name of the uploaded file, exactly.', 'manual.pdf'),
  },
);
