import { isUtf8 } from 'node:buffer';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { FILE_FORMATS } from '../../platform/files/file-formats.ts';
import type { Validators } from '../../store/types.ts';
import { sourceFailures } from '../failures.ts';
import { type FileIdentity, typeByMediaType } from '../file-type/identify-file.ts';
import type { DocumentFile } from '../types.ts';
import type { Fetched, Fetcher, FetchRequest, Unchanged } from './fetcher.ts';
import { readLinks } from './page-links.ts';
import { pageRedirect } from './page-redirect.ts';
import { identifyPage, isXml, mayBeDocument, mayBePage } from './sent-type.ts';

/** A fetched page, ready to be parsed. */
export interface WebPage {
  changed: true;
  /** The caller removes it. */
  file: DocumentFile;
  /** After redirects. */
  url: string;
  contentType: string;
  validators: Validators;
  /** Bytes. */
  size: number;
  /** Its canonical URL, null where it names none. */
  canonical: string | null;
  /**
   * The URLs that it links to, or leads to by itself, without duplicates: those of the site's menus and footer first, then in order.
   * Empty for all but HTML.
   */
  links: string[];
}

const MEGABYTE = 1024 * 1024;
const MAX_PAGE_BYTES = 10 * MEGABYTE;
const MAX_FILE_BYTES = 50 * MEGABYTE;

interface PageRequest extends Omit<FetchRequest, 'accepts' | 'leadsTo'> {
  /** Is a document of this media type wanted, beside pages of HTML? Every one that can be read, if absent. */
  wants?: (mediaType: string) => boolean;
}

/** The most bytes that are read of what is sent as this media type; null where it can be nothing that is wanted. */
function limitOf(mediaType: string, wants: (mediaType: string) => boolean): number | null {
  const type = typeByMediaType(mediaType);
  const isWanted = type?.format === 'html' || wants(type ? mediaType : FILE_FORMATS.pdf.mediaType);
  if (!isWanted || !mayBeDocument(mediaType)) return mayBePage(mediaType) ? MAX_PAGE_BYTES : null;
  return type && FILE_FORMATS[type.format].kind === 'text' ? MAX_PAGE_BYTES : MAX_FILE_BYTES;
}

/** Fetches a page and tells its format by its media type and its content together. Rejects as `Fetcher.fetch`. */
export async function fetchWebPage(
  fetcher: Fetcher,
  { wants = () => true, ...request }: PageRequest,
): Promise<WebPage | Unchanged> {
  const accepts = (mediaType: string) => limitOf(mediaType, wants);
  let identity: FileIdentity = { reason: 'unsupported' };
  // The last answer that is looked at is the one that stays.
  const leadsTo = async (answer: Fetched) => {
    identity = await identifyPage(answer);
    return pageRedirect(answer, identity);
  };
  const fetched = await fetcher.fetch({ ...request, accepts, leadsTo });
  if (!fetched.changed) return fetched;
  try {
    return await toWebPage(fetched, identity, wants);
  } catch (error) {
    await rm(fetched.path, { force: true });
    throw error;
  }
}

async function toWebPage(
  fetched: Fetched,
  identity: FileIdentity,
  wants: (mediaType: string) => boolean,
): Promise<WebPage> {
  const { url, path, mediaType, charset, validators, size } = fetched;
  const { pathname, hostname } = new URL(url);
  if (size > 0 && !('format' in identity)) throw sourceFailures.urlContentType(mediaType);
  const format = 'format' in identity ? identity.format : 'text';
  const isAsSent = typeByMediaType(mediaType, pathname)?.format === format;
  const contentType = isAsSent ? mediaType : FILE_FORMATS[format].mediaType;
  if (format !== 'html' && !wants(contentType)) throw sourceFailures.urlContentType(mediaType);
  if (FILE_FORMATS[format].kind === 'text' && charset !== null) await toUtf8(path, charset);
  const isXhtml = isXml(mediaType);
  const linked = format === 'html' ? await readLinks(path, url, isXhtml) : { canonical: null, links: [] };
  const fileName = lastSegment(pathname) || hostname;
  return {
    changed: true,
    file: { path, format, fileName, address: url, ...(isXhtml && { isXhtml }) },
    url,
    contentType,
    validators,
    size,
    ...linked,
  };
}

function lastSegment(pathname: string): string {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Rewrites a text whose encoding only the header names. Valid UTF-8 stays as it is, whatever the header says. */
async function toUtf8(path: string, charset: string): Promise<void> {
  const bytes = await readFile(path);
  if (isUtf8(bytes) || /^(?:\xff\xfe|\xfe\xff)/.test(bytes.subarray(0, 2).toString('latin1'))) return;
  try {
    await writeFile(path, `\ufeff${new TextDecoder(charset).decode(bytes)}`);
  } catch (error) {
    // An unknown label: the parser guesses by the content.
    if (!(error instanceof RangeError)) throw error;
  }
}
