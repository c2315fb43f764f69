import type { OperationWords } from '../http/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { source } from '../presenters/shapes/sources.ts';
import { decidedPaging, paging } from './paging.ts';

/** The documents of a project. */
export const sourceWords: Record<string, OperationWords> = {
  'sources.upload': {
    tag: 'Sources',
    summary: 'Add a file',
    description:
      'PDF, Word (.docx), Markdown, HTML or text, by name and content. Answers before the file is read: ask for the source until its `status` is `completed` or `failed`.',
    decidedInput: ['project_id'],
    input: {
      project_id: [
        'With a user token: the project to add to. An API key belongs to one already.',
        'proj_4YHhQ0V2b7c9D1kLmN3pqR',
      ],
      file: ['The file, with its name.', 'manual.pdf'],
    },
    answers: { 202: source },
  },
  'sources.retrieve': {
    tag: 'Sources',
    summary: 'Read a source and how far it is',
    answers: { 200: source },
  },
  'sources.delete': {
    tag: 'Sources',
    summary: 'Delete a source',
    description: 'With everything that was made from it, for good. Answers that cited it lose what they took from it.',
    answers: { 200: deleted },
  },
  'sources.list': {
    tag: 'Sources',
    summary: 'List the sources of a project',
    decidedInput: decidedPaging,
    input: paging,
    answers: { 200: listOf(source, 'SourceList') },
  },
};
