import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { json as readJson } from 'co-body';
import type { Fields, File, Files, Part } from 'formidable';
import type { ApiError } from '../platform/errors.ts';
import type { DiskSpace } from '../platform/files/disk-space.ts';
import { MAX_BATCH_FILES, WIDGET_IMAGE_LIMITS } from '../platform/limits.ts';
import type { UploadedFile } from '../services/sources/source-files.ts';
import type { AcceptedForm, BodyReader, RequestContext, Upload } from './context.ts';
import { errors } from './errors.ts';
import { JSON_LIMITS } from './rule.ts';
import { sentFileName, textOfBytes } from './sent-file-name.ts';

/** What a form may have besides the bytes of its files. */
const FORM_LIMITS = {
  one: {
    files: 1,
    /** Bytes of boundaries, headers and fields together. */
    overhead: 64 * 1024,
    fields: 10,
  },
  // A kilobyte for the headers of each file, and a megabyte for fields.
  many: { files: MAX_BATCH_FILES, overhead: (1 + MAX_BATCH_FILES / 1024) * 1024 * 1024, fields: 10 },
} as const;
/** The largest part of a backup: some proxies take no larger requests, and none should take minutes. */
export const MAX_PART_BYTES = 16 * 1024 * 1024;

type FormLimits = (typeof FORM_LIMITS)[keyof typeof FORM_LIMITS];

/** The encoding that has a character for each byte. */
const BYTES = 'binary';

/** formidable's error codes for a file, or all files together, over the limit. */
const TOO_LARGE = new Set([1009, 1016]);
const TOO_MANY_FILES = 1015;

/** Reads bodies within limits. Each upload gets its own directory, so that an aborted one leaves nothing behind. */
export function createBodyReader(options: {
  temporaryDirectory: string;
  maxUploadMegabytes: number;
  /** That of the temporary directory. */
  disk: Pick<DiskSpace, 'fits'>;
}): BodyReader {
  const fileLimits = {
    usual: {
      bytes: options.maxUploadMegabytes * 1024 * 1024,
      tooLarge: () => errors.fileTooLarge(options.maxUploadMegabytes),
    },
    picture: { bytes: WIDGET_IMAGE_LIMITS.bytes, tooLarge: errors.pictureTooHeavy },
    part: { bytes: MAX_PART_BYTES, tooLarge: errors.partTooLarge },
  };

  return {
    async json(context, size) {
      if (!hasBody(context)) return undefined;
      if (!context.is('application/json')) throw errors.jsonRequired();
      const { bytes, name } = JSON_LIMITS[size];
      if ((context.request.length ?? 0) > bytes) throw errors.bodyTooLarge(name);
      return await orDisconnect(context, () => readJson(context.req, { limit: bytes })).catch((error) => {
        throw asJsonError(error, name);
      });
    },

    async raw(context, size) {
      const { bytes, name } = JSON_LIMITS[size];
      if ((context.request.length ?? 0) > bytes) throw errors.bodyTooLarge(name);
      return await orDisconnect(context, () => readWhole(context, bytes, name));
    },

    async form(context, accepted) {
      if (!context.is('multipart/form-data')) throw errors.fileRequired();
      const limits = FORM_LIMITS[accepted.files];
      const { bytes: maxFileSize, tooLarge } = fileLimits[accepted.fileSize ?? 'usual'];
      if ((context.request.length ?? 0) > maxFileSize + limits.overhead) throw tooLarge();
      const directory = await mkdtemp(join(options.temporaryDirectory, 'upload-'));
      const discard = () => rm(directory, { recursive: true, force: true });
      try {
        const form = await createForm(directory, maxFileSize, limits);
        const received = capTotal(form, context, (total, added) => {
          if (total > maxFileSize + 2 * limits.overhead) return tooLarge();
          return options.disk.fits(added) ? null : errors.storageFull();
        });
        const parsed = await orDisconnect(context, () => form.parse(context.req)).catch((error) => {
          throw asFormError(error, tooLarge, limits);
        });
        const { fields, ...files } = sorted(parsed, accepted, received());
        return { ...files, file: files.files[0], fields, directory, discard };
      } catch (error) {
        await discard();
        throw error;
      }
    },
  };
}

async function readWhole({ req }: RequestContext, limit: number, name: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > limit) throw errors.bodyTooLarge(name);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

type Form = Awaited<ReturnType<typeof createForm>>;

async function createForm(uploadDir: string, maxFileSize: number, limits: FormLimits) {
  // Loaded with the first upload: it takes some 25 ms of processor time, part of which is spent on hashes it needs for its names.
  const { formidable } = await import('formidable');
  let parts = 0;
  const form = formidable({
    uploadDir,
    // Old clients do not send names in UTF-8: headers are kept as bytes until they are read.
    encoding: BYTES,
    // By these numbers the files are put in order again. The directory has a name that no one can guess.
    filename: () => `part-${parts++}`,
    maxFiles: limits.files,
    maxFileSize,
    maxTotalFileSize: maxFileSize,
    allowEmptyFiles: true,
    minFileSize: 0,
    maxFields: limits.fields,
    maxFieldsSize: limits.overhead,
  });
  form.onPart = (part) => form._handlePart(asFile(part as SentPart));
  (form as unknown as NameReader)._getFileName = sentFileName;
  return form;
}

/** With the encoding that the values of fields are read in; not among formidable's types. */
interface SentPart extends Part {
  transferEncoding: string;
}

/** What formidable reads the name of a file with; not among its types. */
interface NameReader {
  _getFileName(disposition: string): string | null;
}

/**
 * formidable recognises a file by its content type, which clients may omit. A part with a file name is a file too. Names come as
 * bytes, the values of fields are UTF-8.
 */
function asFile(part: SentPart): Part {
  part.name &&= textOfBytes(part.name);
  if (part.transferEncoding === BYTES) part.transferEncoding = 'utf-8';
  if (part.originalFilename !== null) part.mimetype ??= 'application/octet-stream';
  return part;
}

function hasBody(context: RequestContext): boolean {
  const length = context.get('content-length');
  return context.get('transfer-encoding') !== '' || (length !== '' && Number(length) > 0);
}

/** Rejects when the client disconnects, early or within a compressed body. The parser alone would wait forever. */
function orDisconnect<Parsed>({ req }: RequestContext, parse: () => Promise<Parsed>): Promise<Parsed> {
  const tooEarly = () => errors.invalidBody('The request ended before its body did.');
  // `close` has already been emitted.
  if (req.destroyed) return Promise.reject(tooEarly());
  const gone = new Promise<never>((_, reject) => {
    req.once('close', () => {
      if (!req.complete) reject(tooEarly());
    });
  });
  return Promise.race([parse(), gone]);
}

/**
 * Makes parsing fail with the error that `check` returns for the bytes received, in total and since the last call: formidable
 * limits files and fields but not the headers between them, and many uploads at once could fill the disk. Returns a function
 * that returns the number of bytes received.
 */
function capTotal(
  form: Form,
  { req }: RequestContext,
  check: (total: number, added: number) => ApiError | null,
): () => number {
  let received = 0;
  form.on('progress', (bytes: number) => {
    const error = check(bytes, bytes - received);
    received = bytes;
    if (error) req.emit('error', error);
  });
  return () => received;
}

function asJsonError(error: unknown, limit: string): unknown {
  const { status, type, code } = error as { status?: number; type?: string; code?: string };
  if (type === 'entity.too.large' || status === 413) return errors.bodyTooLarge(limit);
  if (status === 415)
    return errors.invalidBody('This content-encoding is not supported. Send the body as it is, or gzip.');
  if (code?.startsWith('Z_') || code?.startsWith('ERR_BROTLI'))
    return errors.invalidBody('The body is not valid gzip.');
  if (error instanceof SyntaxError) return errors.invalidJson();
  return status !== undefined && status < 500 ? errors.invalidBody('The body could not be read.') : error;
}

function asFormError(error: unknown, tooLarge: () => ApiError, limits: FormLimits): unknown {
  const { httpCode, code } = error as { httpCode?: number; code?: number };
  if (httpCode === undefined || code === undefined) return error;
  if (TOO_LARGE.has(code)) return tooLarge();
  if (code === TOO_MANY_FILES) return limits.files === 1 ? errors.oneFile() : errors.tooManyFiles(limits.files);
  return damagedForm();
}

const damagedForm = () => errors.invalidBody('The form data is damaged or has too many parts.');

/** Sorts what a form has sent by what it may send. Throws 400 for anything else. */
function sorted(
  [fields, files]: [Fields, Files],
  accepted: AcceptedForm,
  received: number,
): Pick<Upload, 'files' | 'archive' | 'fields'> {
  const isOne = accepted.files === 'one';
  const { [isOne ? 'file' : 'files']: sent = [], archive: [archive, ...archives] = [], ...others } = files;
  const unknownFile = isOne ? archive !== undefined || Object.keys(others).length > 0 : Object.keys(others).length > 0;
  if (isOne && sent.length === 0) throw errors.fileRequired();
  if (isOne && (unknownFile || sent.length > 1)) throw errors.oneFile();
  if (!isOne && (unknownFile || archives.length > 0 || (archive && sent.length > 0))) throw errors.filesOrArchive();
  const unknown = Object.keys(fields).filter((name) => !accepted.fields.includes(name));
  if (unknown.length > 0)
    throw errors.invalidRequest(unknown.map((field): FieldProblem => ({ field, message: 'is not a known field' })));
  const twice = Object.entries(fields).filter(([, values]) => values?.length !== 1);
  if (twice.length > 0)
    throw errors.invalidRequest(twice.map(([field]): FieldProblem => ({ field, message: 'may be sent only once' })));
  const texts = Object.fromEntries(Object.entries(fields).map(([name, [text = ''] = []]) => [name, text]));
  const all = archive ? [...sent, archive] : sent;
  const useful = [...all.map(({ size }) => size), ...Object.values(texts).map((text) => Buffer.byteLength(text))];
  const overhead = received - useful.reduce((sum, size) => sum + size, 0);
  if (overhead > 2 * FORM_LIMITS[accepted.files].overhead) throw damagedForm();
  return {
    files: sent.toSorted((one, other) => partNumber(one) - partNumber(other)).map(written),
    archive: archive && !isOne ? written(archive) : null,
    fields: texts,
  };
}

/** formidable lists files in the order in which they have been written. */
const partNumber = ({ newFilename }: File) => Number(newFilename.slice('part-'.length));

/** formidable does not notice a disk that takes only a part of a file. */
function written({ filepath, originalFilename, size }: File): UploadedFile {
  if (statSync(filepath).size < size) throw errors.storageFull();
  return { temporaryPath: filepath, name: originalFilename ?? '' };
}

type FieldProblem = NonNullable<ApiError['fields']>[number];
