import { FILE_FORMATS } from '../../platform/files/file-formats.ts';
import {
  beginsWithTag,
  type FileIdentity,
  HTML,
  identifyContent,
  identifyFile,
  TEXT,
  typeByMediaType,
  typeByName,
} from '../file-type/identify-file.ts';

const words = (list: string) => new Set(list.split(' '));

/** With these, or none at all, a server says that it does not know what it sends. Browsers look at the content. */
const UNKNOWN = words('unknown/unknown application/unknown');
/** So do those of files to be saved, of programs that may have written other formats, too, and of what documents are packed in. */
const SAVED = words(
  'application/octet-stream application/octetstream application/x-octet-stream binary/octet-stream application/binary application/x-binary ' +
    'application/download application/x-download application/force-download application/x-force-download application/save ' +
    'application/msword application/vnd.ms-excel application/vnd.ms-powerpoint application/x-pdf application/acrobat text/pdf ' +
    'application/zip application/x-zip application/x-zip-compressed',
);
/** Browsers show pages of XHTML that are sent as XML. */
const XML = words('text/xml application/xml');
const XHTML = 'application/xhtml+xml';

/** A media type: `type/subtype`. Other texts name none. */
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;
const MAX_HEADER = 1_000;

/** What a page was sent as. */
interface SentType {
  /** In lower case, without parameters; empty if it has none. */
  mediaType: string;
  /** As the header names it, in lower case. */
  charset: string | null;
}

/** Reads `Content-Type`, of which the last media type counts if it was sent twice. A malformed one is none. */
export function readContentType(header: string | string[] = []): SentType {
  const sent = [header].flat().join(',').slice(0, MAX_HEADER).toLowerCase().split(',').map(readType);
  const last = sent.findLast(({ mediaType }) => mediaType !== '') ?? { mediaType: '', charset: null };
  const { charset = null } = sent.findLast((one) => one.charset !== null && one.mediaType === last.mediaType) ?? {};
  return { mediaType: last.mediaType, charset };
}

function readType(text: string): SentType {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return {
    mediaType: MEDIA_TYPE.test(type) ? type : '',
    charset: charset?.replace(/["']/g, '').trim() || null,
  };
}

/** Is what is sent as this XML, if it is a page? */
export const isXml = (mediaType: string): boolean => mediaType === XHTML || XML.has(mediaType);

/** May the content of what is sent as this be a page of HTML, as browsers show it? */
export const mayBePage = (mediaType: string): boolean =>
  isUnknown(mediaType) ||
  XML.has(mediaType) ||
  mediaType === 'text/plain' ||
  typeByMediaType(mediaType)?.format === 'html';

/** May the content of what is sent as this be a document that can be read? */
export const mayBeDocument = (mediaType: string): boolean =>
  mayBePage(mediaType) || SAVED.has(mediaType) || typeByMediaType(mediaType) !== null;

const isUnknown = (mediaType: string) => mediaType === '' || UNKNOWN.has(mediaType);

/**
 * Tells what a fetched file is, by its media type, its content and its name. Where the media type says nothing, the content counts if it
 * leaves no doubt, then the name. A text that declares itself to be HTML is a page, unless the server forbids such guesses (`nosniff`)
 * or its name says that it is a text. Pictures are parts of pages.
 */
export async function identifyPage({ path, url, ...sent }: SentPage): Promise<FileIdentity> {
  const identity = await identifyAny(path, new URL(url).pathname, sent);
  return 'format' in identity && FILE_FORMATS[identity.format].kind === 'picture'
    ? { reason: 'unsupported' }
    : identity;
}

interface SentPage extends SniffedType {
  path: string;
  /** After redirects. */
  url: string;
}

interface SniffedType {
  mediaType: string;
  isNosniff: boolean;
}

async function identifyAny(path: string, name: string, { mediaType, isNosniff }: SniffedType): Promise<FileIdentity> {
  const bySent = typeByMediaType(mediaType, name);
  const asSent = () => identifyFile(path, name, mediaType);
  if ((bySent && bySent.format !== 'text') || !mayBeDocument(mediaType)) return asSent();
  const content = identifyContent(path);
  if (!('format' in content)) return content;
  if (FILE_FORMATS[content.format].kind === 'document') return content;
  const isHtml = content.format === 'html' && !isNosniff;
  if (bySent) return isHtml && !/\.txt$/i.test(name) ? content : asSent();
  if (isHtml) return content;
  if (XML.has(mediaType)) return { reason: 'unsupported' };
  const named = typeByName(name) ? await identifyFile(path, name) : null;
  if (named && 'format' in named) return named;
  if (!isUnknown(mediaType)) return { reason: 'unsupported' };
  if (isNosniff) return content.format === 'html' ? TEXT : content;
  return beginsWithTag(path) ? HTML : content;
}
