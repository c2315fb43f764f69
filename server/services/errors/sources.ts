import type { SourceType } from '@footnote/sdk/contract';
import { type AddressUse, explainRefusal } from '../../ingestion/web/explain-refusal.ts';
import { ApiError, always, examplesOf, fieldError } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/network/refused-address.ts';

const NOT_REPLACEABLE: Record<SourceType, string> = {
  file: 'This source is a file. Send its replacement to the address that ends in "/file".',
  text: 'This source is a text. Send its replacement to the address that ends in "/text".',
  url: 'This source is read from its address. Refresh it (sync), or add the replacement as another source.',
};
const NO_SCHEDULE: Record<'file' | 'text' | 'page', string> = {
  file: 'This source is a file. Only addresses can be refreshed on a schedule.',
  text: 'This source is a text. Only addresses can be refreshed on a schedule.',
  page: 'This page is refreshed with its site. Change the site’s "refresh_hours".',
};

/** Sources and their files. */
export const sourceErrors = {
  /** For an address that was refused by its text. */
  urlNotAllowed: (text: string, use: AddressUse) =>
    fieldError('url_not_allowed', 'url', explainRefusal(refusalOf(text), use)),
  /** For an address that is none of a repository, or may not be used. */
  repositoryNotAllowed: (text: string) => {
    const refusal = refusalOf(text);
    const isOfGit = ['malformed', 'scheme', 'lookup'].includes(refusal.reason);
    const sentence = isOfGit
      ? 'A repository is read over https, from an address such as https://github.com/example/handbook.'
      : explainRefusal(refusal, 'page');
    return fieldError('url_not_allowed', 'url', sentence);
  },
  repositoryElsewhere: () =>
    fieldError(
      'repository_elsewhere',
      'url',
      'The repository has another address, and its token is sent nowhere else. Give a token for this one.',
    ),
  pushNotSigned: always(401, 'signature_invalid', 'This message is not signed with the secret of a repository.'),
  pushSeen: always(400, 'already_received', 'This message came before.'),
  fileEmpty: always(400, 'file_empty', 'The file is empty.'),
  notReplaceable: (type: SourceType) => new ApiError(400, 'not_replaceable', NOT_REPLACEABLE[type]),
  noSchedule: (kind: 'file' | 'text' | 'page') => new ApiError(400, 'no_schedule', NO_SCHEDULE[kind]),
  notASite: always(400, 'not_a_site', 'This source is not a site and is not crawled. Add its address with "crawl".'),
  notAFile: always(400, 'not_a_file', 'This is a link or a device in the archive, and not a file.'),
  invalidArchive: (sentence: string) => new ApiError(400, 'invalid_archive', sentence),
  sentTwice: always(400, 'sent_twice', 'Another file of this request has the same external id.'),
  partOfTable: always(400, 'part_of_table', 'Another file of this request has all rows of this table (“_all.csv”).'),
  notSent: always(400, 'not_sent', 'This request has no file of this name.'),
};

export const sourceExamples = examplesOf(sourceErrors, {
  repositoryNotAllowed: ['git@github.com:example/handbook.git'],
  invalidArchive: ['The archive cannot be read: it is damaged.'],
  urlNotAllowed: ['http://10.1.2.3/', 'page'],
  notReplaceable: ['text'],
  noSchedule: ['file'],
});
