import type { Source, SourceProgress } from '@footnote/sdk';
import type { IconName } from '../../parts/icon.ts';
import { bytes, count, plural } from '../../words.ts';

const FORMATS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'text/markdown': 'Markdown',
  'text/html': 'HTML',
  'text/plain': 'Text file',
};

/** What an owner calls it: a file by its name, a page by its title. */
export function nameOf({ type, metadata: { filename, title, url } }: Source): string {
  if (type === 'file') return filename ?? title ?? 'File';
  return title || (url ? shortAddress(url) : 'Text');
}

/** `www.example.com/help`. */
export function shortAddress(url: string): string {
  return decoded(url.replace(/^https?:\/\//, '').replace(/\/$/, ''));
}

/** What kind of source it is, in a word or two. */
export function kindOf({ type, crawl, metadata: { content_type } }: Source): string {
  if (type === 'text') return 'Text';
  if (crawl) return 'Site';
  const format = FORMATS[content_type?.split(';')[0]?.trim() ?? ''];
  if (type === 'url') return format && format !== 'HTML' ? `${format} on the web` : 'Web page';
  return format ?? 'File';
}

export function iconOf({ type, crawl }: Source): IconName {
  if (type === 'text') return 'text';
  return type === 'file' ? 'document' : crawl ? 'folder' : 'globe';
}

/** What there is to know at a glance beside the name. */
export function detailsOf(source: Source): string {
  const { url, size, pages, title } = source.metadata;
  const details = [kindOf(source)];
  if (url && title) details.push(shortAddress(url));
  if (pages) details.push(plural(pages, 'page'));
  if (size !== undefined) details.push(bytes(size));
  return details.join(' · ');
}

/** Is it still to be read, or being read? */
export const isUnderWay = ({ status }: Source) => status === 'pending' || status === 'processing';

/** What is going on, and how far it is. */
export function stageOf({ status, progress, crawl }: Source): { words: string; done: number; total: number } {
  if (status === 'pending' || !progress || progress.stage === 'queued') return { words: 'Queued', done: 0, total: 0 };
  const { stage, done, total } = progress;
  const words = crawl ? SITE_STAGES[stage] : STAGES[stage];
  return { words: total > 1 ? `${words}: ${count(done)} of ${count(total)}` : words, done, total };
}

const STAGES: Readonly<Record<SourceProgress['stage'], string>> = {
  queued: 'Queued',
  fetch: 'Being fetched',
  parse: 'Being read',
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
