import type { Citation, NearestPage } from '@footnote/sdk';
import { safeHref } from './markdown/inline.ts';

/** A place in a document. */
export type Place = Pick<Citation | NearestPage, 'title' | 'source_name' | 'heading' | 'page' | 'url'>;

/** What is said of a place: title, section, site or file, page. */
export function labelOf(
  place: Place,
  baseURL: string,
): [title: string, section: string, from: string, page: number | undefined] {
  const { title, heading = '', source_name = '', url, page } = place;
  const section =
    heading === title ? '' : heading.startsWith(`${title} › `) ? heading.slice(title.length + 3) : heading;
  const href = safeHref(url, baseURL) ?? baseURL;
  const { host } = new URL(href);
  return [title, section, host === new URL(baseURL).host ? source_name : host, page];
}
