import { ApiError, always, errors as common, examplesOf } from '../platform/errors.ts';
import { FILE_FORMATS, listFileFormats } from '../platform/files/file-formats.ts';
import { ADD_OCR } from './failures.ts';

const SUPPORTED_FORMATS = `Supported are ${listFileFormats()}.`;
const OPENAPI_ENDINGS: readonly string[] = FILE_FORMATS.openapi.extensions;
const isOpenApiEnding = (extension: string) => OPENAPI_ENDINGS.includes(extension);

/** Why a file cannot be read. */
export const ingestionErrors = {
  unsupportedFileType: always(400, 'unsupported_file_type', `This file type is not supported. ${SUPPORTED_FORMATS}`),
  pictureWithoutOcr: () =>
    new ApiError(400, 'unsupported_file_type', `This file is a picture, which this server can read once ${ADD_OCR()}.`),
  fileTypeMismatch: (extension: string) =>
    new ApiError(
      400,
      'unsupported_file_type',
      `${isOpenApiEnding(extension) ? `Files that end in ${extension} are read only if they are OpenAPI descriptions.` : `The content of this file does not match its extension (${extension}).`} ${SUPPORTED_FORMATS}`,
    ),
};

export const ingestionExamples = examplesOf(ingestionErrors, { fileTypeMismatch: ['.pdf'] });

export const errors = { ...common, ...ingestionErrors };
