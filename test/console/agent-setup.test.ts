import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { withConsole } from './console-page.ts';

const PATH = '/projects/:project/keys';

describe.skipIf(!browserIsThere)('the lines for agents (needs chromium)', () => {
  const world = withConsole();

  it('name the address of the project, and the key by its variable alone', async () => {
    const { page } = await world.open(PATH);
    const line = () => page.getByRole('region', { name: 'The line' }).textContent();
    await page.getByRole('heading', { name: 'For agents' }).waitFor();
    const project = new URL(page.url()).pathname.split('/')[2];
    const address = `${new URL(page.url()).origin}/v1/projects/${project}/mcp`;

    expect(await line()).toMatch(/claude mcp add --transport http [a-z0-9-]+ http/);
    expect(await line()).toContain(`${address} --header "Authorization: Bearer $FOOTNOTE_API_KEY"`);

    await page.getByText('Cursor', { exact: true }).click();
    const cursor = JSON.parse((await line())?.match(/\{.*\}/)?.[0] ?? '');
    const [entry] = Object.values(cursor.mcpServers);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor replaces it.
    expect(entry).toEqual({ url: address, headers: { Authorization: 'Bearer ${env:FOOTNOTE_API_KEY}' } });

    await page.getByText('VS Code', { exact: true }).click();
    expect(await line()).toContain("code --add-mcp '{");
    expect(JSON.parse((await line())?.match(/'(\{.*\})'/)?.[1] ?? '')).toMatchObject({ type: 'http', url: address });
  });
});
