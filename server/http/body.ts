import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { json as readJson } from 'co-body';
import type { Files, Part } from 'formidable';
import type { DiskSpace } from '../platform/disk-space.ts';
import { type ApiError, errors } from '../platform/errors.ts';
import type { UploadedFile } from '../services/source-files.ts';
import type { BodyReader, RequestContext } from './context.ts';
import { JSON_LIMITS } from './rule.ts';

/** Bytes that a multipart body may have besides its file: boundaries, headers, small fields. */
const FORM_OVERHEAD = 64 * 1024;
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
  const maxFileSize = options.maxUploadMegabytes * 1024 * 1024;
  const tooLarge = () => errors.fileTooLarge(options.maxUploadMegabytes);

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

    async file(context) {
      if (!context.is('multipart/form-data')) throw errors.fileRequired();
      if ((context.request.length ?? 0) > maxFileSize + FORM_OVERHEAD) throw tooLarge();
      const directory = await mkdtemp(join(options.temporaryDirectory, 'upload-'));
      const discard = () => rm(directory, { recursive: true, force: true });
      try {
        const form = await createForm(directory, maxFileSize);
        const received = capTotal(form, context, (total, added) => {
          if (total > maxFileSize + 2 * FORM_OVERHEAD) return tooLarge();
          return options.disk.fits(added) ? null : errors.storageFull();
        });
        const parsed = await orDisconnect(context, () => form.parse(context.req)).catch((error) => {
          throw asFormError(error, options.maxUploadMegabytes);
        });
        return { file: await assertWritten(onlyFile(parsed, received())), discard };
      } catch (error) {
        await discard();
        throw error;
      }
    },
  };
}

type Form = Awaited<ReturnType<typeof createForm>>;

async function createForm(uploadDir: string, maxFileSize: number) {
  // Loaded with the first upload: it takes some 25 ms of processor time, part of which is spent on hashes it needs for its names.
  const { formidable } = await import('formidable');
  const form = formidable({
    uploadDir,
    maxFiles: 1,
    maxFileSize,
    maxTotalFileSize: maxFileSize,
    allowEmptyFiles: true,
    minFileSize: 0,
    maxFields: 10,
    maxFieldsSize: FORM_OVERHEAD,
  });
  form.onPart = (part) => form._handlePart(asFile(part));
  return form;
}

/** formidable recognises a file by its content type, which clients may omit. A part with a file name is a file too. */
function asFile(part: Part): Part {
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

function asFormError(error: unknown, maxUploadMegabytes: number): unknown {
  const { httpCode, code } = error as { httpCode?: number; code?: number };
  if (httpCode === undefined || code === undefined) return error;
  if (TOO_LARGE.has(code)) return errors.fileTooLarge(maxUploadMegabytes);
  if (code === TOO_MANY_FILES) return errors.oneFile();
  return damagedForm();
}

const damagedForm = () => errors.invalidBody('The form data is damaged or has too many parts.');

/** `size`: of the bytes that were received. */
type ReceivedFile = UploadedFile & { size: number };

function onlyFile([fields, files]: [object, Files], received: number): ReceivedFile {
  const names = Object.keys(fields);
  const [[name, [file, ...more] = []] = [], ...others] = Object.entries(files);
  if (name !== 'file' || file === undefined) throw errors.fileRequired();
  if (others.length > 0 || more.length > 0) throw errors.oneFile();
  if (names.length > 0) {
    throw errors.invalidRequest(names.map((field): FieldProblem => ({ field, message: 'is not a known field' })));
  }
  if (received - file.size > 2 * FORM_OVERHEAD) throw damagedForm();
  return { temporaryPath: file.filepath, name: file.originalFilename ?? '', size: file.size };
}

/** formidable does not notice a disk that takes only a part of a file. */
async function assertWritten({ size, ...file }: ReceivedFile): Promise<UploadedFile> {
  if ((await stat(file.temporaryPath)).size < size) throw errors.storageFull();
  return file;
}

type FieldProblem = NonNullable<ApiError['fields']>[number];
