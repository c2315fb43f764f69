import { ApiError, always, errors as common, examplesOf } from '../platform/errors.ts';
import { FILE_FORMATS, listFileFormats } from '../platform/files/file-formats.ts';
import { ADD_OCR, type SourceFailure, sourceFailures } from './failures.ts';
import { repositoryFailures } from './git/failures.ts';

const SUPPORTED_FORMATS = `Supported are ${listFileFormats()}.`;
const OPENAPI_ENDINGS: readonly string[] = FILE_FORMATS.openapi.extensions;
const isOpenApiEnding = (extension: string) => OPENAPI_ENDINGS.includes(extension);

/** Why a file cannot be read. */
const ingestionErrors = {
  unsupportedFileType: always(400, 'unsupported_file_type', `This file type is not supported. ${SUPPORTED_FORMATS}`),
  pictureWithoutOcr: () =>
    new ApiError(400, 'unsupported_file_type', `This file is a picture, which this server can read once ${ADD_OCR()}.`),
  fileTypeMismatch: (extension: string) =>
    new ApiError(
      400,
      'unsupported_file_type',
      isOpenApiEnding(extension)
        ? `Files that end in ${extension} are read only if they are OpenAPI descriptions. ${SUPPORTED_FORMATS}`
        : `The content of this file does not match its extension (${extension}). It is damaged, or of another type.`,
    ),
};

/** What may be in the way of a look at a repository, which is then the error of the request. */
const LOOK_FAILURES: SourceFailure[] = [
  repositoryFailures.notFound(),
  repositoryFailures.tokenUnreadable(),
  repositoryFailures.moved(),
  repositoryFailures.empty(),
  repositoryFailures.branchNotFound('next'),
  repositoryFailures.folderNotFound('docs'),
  repositoryFailures.noDocuments(),
  repositoryFailures.tooLarge('10000 files that are to be read'),
  repositoryFailures.unreadable(),
  repositoryFailures.interrupted(),
  sourceFailures.urlUnreachable(),
  sourceFailures.urlCertificate(),
  sourceFailures.urlUnreadable(),
  sourceFailures.urlRefused(418),
  sourceFailures.urlUnavailable(503),
];

export const ingestionExamples = [
  ...examplesOf(ingestionErrors, { fileTypeMismatch: ['.pdf'] }),
  ...LOOK_FAILURES.map(
    ({ code, message }) =>
      () =>
        new ApiError(400, code, message),
  ),
];

export const errors = { ...common, ...ingestionErrors };
