import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readFolder } from '../../../server/folders/read-folder.ts';
import { detectSite } from '../../../server/folders/site-rules.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-references-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const GUIDE = `Kettle
======

See :ref:\`send-only\`, :ref:\`SEND-only\`, :ref:\`the mode <send-only>\`, :doc:\`parts/lid\`, :doc:\`/parts/lid\` and :ref:\`nowhere\`.
Write it as \`\`:ref:\`send-only\`\`\`.

.. code-block:: rst

   :ref:\`send-only\`

Or so::

   :ref:\`send-only\`

And :ref:\`send-only\` again.

.. include:: more.txt
`;
const FILES = {
  'conf.py': "project = 'Kettle'\n",
  'guide.rst': GUIDE,
  'more.txt': 'More in :ref:`send-only`.\n',
  'parts/lid.rst': `######\nThe lid\n######\n\n.. _send-only:\n.. _other:\n\nSend Only \`\`Folder\`\`\n^^^^^^^^^^^^^^^^^^\n\nText, see :doc:\`../guide\`.\n`,
  'plain.rst': 'Plain\n=====\n\nNo references.\n',
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

async function read(site?: 'plain'): Promise<Record<string, string>> {
  const rules = site ? { site, otherForm: false } : detectSite(home);
  const files = await readFolder(home, { prefix: '', base: null, rules, include: ['**/*.rst'], exclude: [] });
  const texts = files.map(async ({ externalId, open }) => [externalId, await (await open()).text()] as const);
  return Object.fromEntries(await Promise.all(texts));
}

describe('references of a Sphinx site', () => {
  it('are sent as links to files, with the titles of what they lead to or a text of their own, but not those in code', async () => {
    const { 'guide.rst': guide } = await read();
    expect(guide?.replace(/\n{2,}/g, '\n\n')).toBe(`Kettle
======

See \`Send Only Folder </parts/lid.rst#send-only>\`__, \`Send Only Folder </parts/lid.rst#send-only>\`__, \`the mode </parts/lid.rst#send-only>\`__, \`The lid </parts/lid.rst>\`__, \`The lid </parts/lid.rst>\`__ and :ref:\`nowhere\`.
Write it as \`\`:ref:\`send-only\`\`\`.

.. code-block:: rst

   :ref:\`send-only\`

Or so::

   :ref:\`send-only\`

And \`Send Only Folder </parts/lid.rst#send-only>\`__ again.

More in \`Send Only Folder </parts/lid.rst#send-only>\`__.

`);
  });

  it('are read from the folder of the page on', async () => {
    expect((await read())['parts/lid.rst']).toContain('see `Kettle </guide.rst>`__.');
  });

  it('change nothing in a page without them, nor in a folder that is no Sphinx site', async () => {
    expect((await read())['plain.rst']).toBe(FILES['plain.rst']);
    expect((await read('plain'))['parts/lid.rst']).toBe(FILES['parts/lid.rst']);
  });
});
