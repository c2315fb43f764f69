import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Changes to the text of files in a bundle. */
export type Edits = Record<string, (text: string) => string>;

/** A copy of an unpacked bundle with other files, as links where nothing was changed. Their checksums are right again. */
export function bundleVariant(from: string, to: string, edits: Edits): string {
  execFileSync('cp', ['-al', from, to]);
  const replace = (path: string, text: string) => {
    const file = join(to, path);
    const executable = path.endsWith('.sh');
    execFileSync('chmod', ['u+w', join(file, '..')]);
    rmSync(file);
    writeFileSync(file, text, { mode: executable ? 0o755 : 0o644 });
  };
  let sums = readFileSync(join(to, 'SHA256SUMS'), 'utf8');
  for (const [path, edit] of Object.entries(edits)) {
    const text = edit(readFileSync(join(to, path), 'utf8'));
    replace(path, text);
    const line = `${createHash('sha256').update(text).digest('hex')}  ${path}\n`;
    sums = sums
      .split(/(?<=\n)/)
      .map((each) => (each.endsWith(`  ${path}\n`) ? line : each))
      .join('');
  }
  replace('SHA256SUMS', sums);
  return to;
}

/** As a later version of the server calls itself. */
export const calledItself = (version: string): Edits => ({
  'server/package.json': (text) => text.replace(/"version": ".*?"/, `"version": "${version}"`),
});

/** As a bundle of that version, which its installer goes by. */
export const madeAs = (version: string): Edits => ({
  'install.sh': (text) => text.replace(/^VERSION='.*'$/m, `VERSION='${version}'`),
});

/** With one more change of the schema. */
export function withMigration(bundle: string): Edits {
  const chunks = 'server/dist/chunks';
  const file = readdirSync(join(bundle, chunks)).find((name) =>
    /^var migrationTitles = /m.test(readFileSync(join(bundle, chunks, name), 'utf8')),
  );
  return {
    [`${chunks}/${file}`]: (text) =>
      text.replace(
        /^var migrationTitles = .*$/m,
        (line) =>
          `${line}\nmigrations.push(['create table planted (id text)']);\nmigrationTitles.push('what was planted');`,
      ),
  };
}
