/** The names under which a source's metadata holds what the server has found of it. All others are its owner's. */
export const FOUND_METADATA: readonly string[] = [
  'filename',
  'content_type',
  'size',
  'pages',
  'title',
  'url',
  'final_url',
  'canonical_url',
  'fetched_at',
  'changed_at',
];
