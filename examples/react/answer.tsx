// An answer: its Markdown, in which each marker links to its passage in the list below.
import { answerOf } from '@footnote/sdk/ai';
import Markdown from 'markdown-to-jsx/react';
import type { AnchorHTMLAttributes } from 'react';

/** A marker as a footnote, or a link of the document. */
function Link({ href, children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  if (!href?.startsWith('#')) return <a href={href}>{children}</a>;
  return (
    <sup>
      <a href={href} aria-label={`Source ${children}`}>
        {children}
      </a>
    </sup>
  );
}

// No HTML of a document becomes a part of the page, and none of its pictures is loaded from another server.
const OPTIONS = { disableParsingRawHTML: true, overrides: { a: Link, img: () => null } };

/** `[1][2]` would be one link of Markdown. Code stays as it is. */
const separateMarkers = (text: string) =>
  text.replace(/(`+)[\s\S]*?\1|\](?=\[\d+\])/g, (found) => (found === ']' ? '] ' : found));

export function Answer({ message }: { message: Parameters<typeof answerOf>[0] & { id: string } }) {
  const { text, citations } = answerOf(message);
  // In Markdown, a marker is a link once its number is defined. What is escaped or in code is none.
  const definitions = citations.map(({ id }) => `[${id}]: #${message.id}-${id}`).join('\n');
  return (
    <article>
      <Markdown options={OPTIONS}>{`${separateMarkers(text)}\n\n${definitions}`}</Markdown>
      <ol>
        {citations.map(({ id, url, title, quote }) => (
          <li key={id} id={`${message.id}-${id}`}>
            <a href={url}>{title}</a>: <q>{quote}</q>
          </li>
        ))}
      </ol>
    </article>
  );
}
