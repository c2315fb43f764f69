import type { Source, SourceProgress } from '@footnote/sdk';
import { formatBytes, formatCount, plural } from '../../format.ts';
import type { IconName } from '../../parts/icon.ts';
import { FILE_FORMATS } from './file-formats.ts';

const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(FILE_FORMATS.map(({ mediaType, name }) => [mediaType, name])),
  'text/plain': 'Text file',
};

/** The display name: file name or title. */
export function sourceName({ type, metadata: { filename, title, url } }: Source): string {
  if (type === 'file') return filename ?? title ?? 'File';
  return title || (url ? shortAddress(url) : 'Text');
}

/** `www.example.com/help`. */
export function shortAddress(url: string): string {
  return decoded(url.replace(/^https?:\/\//, '').replace(/\/$/, ''));
}

/** The type of a source as a label. */
export function kindOf({ type, crawl, metadata: { content_type } }: Source): string {
  if (type === 'text') return 'Text';
  if (crawl) return 'Site';
  const format = LABELS[content_type?.split(';')[0]?.trim() ?? ''];
  if (type === 'url') return format && format !== 'HTML' ? `${format} on the web` : 'Web page';
  return format ?? 'File';
}

export function iconOf({ type, crawl }: Source): IconName {
  if (type === 'text') return 'text';
  return type === 'file' ? 'document' : crawl ? 'folder' : 'globe';
}

/** A short summary shown beside the name: of a file also its title, which citations show. */
export function detailsOf(source: Source): string {
  const { url, size, pages, title, filename } = source.metadata;
  const kind = kindOf(source);
  const details = source.type === 'file' && title && filename && title !== filename ? [title, kind] : [kind];
  const folder = source.external_id?.split('/').slice(0, -1).join('/');
  if (folder) details.push(folder);
  if (url && title) details.push(shortAddress(url));
  if (pages) details.push(plural(pages, kind.startsWith('PowerPoint') ? 'slide' : 'page'));
  if (size !== undefined) details.push(formatBytes(size));
  return details.join(' · ');
}

/** True while the source is queued or being processed. */
export const isProcessing = ({ status }: Source) => status === 'pending' || status === 'processing';

/** Describes the current stage and its progress. */
export function stageOf({ status, progress, crawl }: Source): { words: string; done: number; total: number } {
  if (status === 'pending' || !progress || progress.stage === 'queued') return { words: 'Queued', done: 0, total: 0 };
  const { stage, done, total } = progress;
  if (stage === 'ocr') return { words: recognitionWords(done, total), done, total };
  const words = crawl ? SITE_STAGES[stage] : STAGES[stage];
  return { words: total > 1 ? `${words}: ${formatCount(done)} of ${formatCount(total)}` : words, done, total };
}

/** Pages are counted once they have been read. Before the first, the source waits: one is read at a time. */
function recognitionWords(done: number, total: number): string {
  if (total === 0) return STAGES.ocr;
  return `Reading page ${formatCount(Math.min(done + 1, total))} of ${formatCount(total)} by OCR`;
}

const STAGES: Readonly<Record<SourceProgress['stage'], string>> = {
  queued: 'Queued',
  fetch: 'Being fetched',
  parse: 'Being read',
  ocr: 'Waiting to be read by OCR',
  chunk: 'Being split into passages',
  embed: 'Being embedded',
  index: 'Being indexed',
};

const SITE_STAGES: Readonly<Record<SourceProgress['stage'], string>> = {
  ...STAGES,
  fetch: 'Pages are being read',
};

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
