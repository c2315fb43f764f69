import { withoutEnd } from '../platform/text/trim-ends.ts';

const SLASH = /\//;

/** The address of a server without a slash at its end and without `/v1`, which people copy with it. */
export function serverRoot(address: string): string {
  const root = withoutEnd(address, SLASH);
  return root.endsWith('/v1') ? withoutEnd(root.slice(0, -'/v1'.length), SLASH) : root;
}
