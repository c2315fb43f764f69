import { commandForm } from './command-line.ts';
import type { Installation } from './installation.ts';

/** The oldest Node.js that runs the server, as in `engines` of its package.json. */
export const OLDEST_NODE = '24.7';

/** Null for a Node that is new enough; otherwise one sentence that says what to do. */
export function complaintAboutNode(version: string, of: Installation, directory = process.cwd()): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  const advice =
    of.form === 'clone'
      ? `: use ${commandForm(of, directory, '').here}, which runs on the one that npm install has brought.`
      : '. Install a newer one.';
  return `Footnote needs Node.js ${OLDEST_NODE} or newer, and this is ${version}${advice}`;
}
