import type { Citation } from '@footnote/sdk';

/** What tells a citation's document from others with the same title among `all`; empty if there are none. */
export function distinctionOf(citation: Citation, all: readonly Citation[]): string {
  const { source_id, source_name, title, quote, text } = citation;
  const namesakes = all.filter((other) => other.source_id !== source_id && other.title === title);
  if (namesakes.length && source_name && namesakes.every((other) => other.source_name !== source_name))
    return source_name;
  // The name of a text, or of a citation from before there were names: only its words are its own.
  const label = String(labelOf(citation));
  if (!namesakes.some((other) => String(labelOf(other)) === label)) return '';
  const words = (quote || text).trim().split(/\s+/).slice(0, 8).join(' ');
  return `“${words.slice(0, 60)}…”`;
}

/** What a source in the list says without a distinction. */
export function labelOf(citation: Citation): unknown[] {
  return [citation.title, headingBelow(citation), citation.page];
}

/** The heading path without the document's title, which is above it already. */
export function headingBelow({ heading = '', title }: Citation): string {
  return heading === title ? '' : heading.startsWith(`${title} › `) ? heading.slice(title.length + 3) : heading;
}
