import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeEnv, envDefaults } from '../../../server/config/env-variables.ts';

describe('the environment variables', () => {
  it('are all on the page of the guide, and no other, with what they are without being set', () => {
    const page = readFileSync(new URL('../../../examples/docs/operator/configuration.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z\d_]+)` \| (.+?) \| .+ \|$/gm)].map(([, name, fallback]) => [
      name,
      fallback,
    ]);
    const defaults = envDefaults();
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(defaults).sort());
    for (const [name = '', fallback = ''] of rows) {
      // Where there is no value, words say what happens instead.
      if (defaults[name]) expect([name, fallback]).toEqual([name, `\`${defaults[name]}\``]);
      else expect([name, fallback]).toEqual([name, expect.not.stringMatching(/^`[^`]*`$/)]);
    }
  });

  it('are all described', () => {
    for (const name of Object.keys(envDefaults())) expect(describeEnv()).toContain(`  ${name} `);
  });
});
