/** `## List keys {{ tag: 'GET', label: '/v1/keys' }}`, as references of an API have it in MDX. */
const ANNOTATED = /^([ \t]*#{1,6}[ \t][^{}\n]{1,300})\{\{([^\n]{1,300})\}\}[ \t]*$/;
const VALUE = /(?:^|,)[ \t]{0,20}(tag|label)[ \t]{0,20}:[ \t]{0,20}(['"])([^'"]{1,200})\2/g;

/** A heading, and the request that its page shows beside it: “GET /v1/keys”. Null where nothing stands behind the heading. */
export function readHeadingAnnotation(line: string): { heading: string; request: string } | null {
  const [, heading, annotation] = ANNOTATED.exec(line) ?? [];
  if (heading === undefined || annotation === undefined) return null;
  const values = new Map([...annotation.matchAll(VALUE)].map(([, key, , value]) => [key, value]));
  return { heading: heading.trimEnd(), request: [values.get('tag'), values.get('label')].filter(Boolean).join(' ') };
}
