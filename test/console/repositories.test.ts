import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { type GitServer, startGitServer } from '../helpers/server/git-server.ts';
import { type ConsoleTab, LOOKED, withConsole } from './console-page.ts';
import { expectFine } from './handbook.ts';

const PATH = '/projects/:project/repositories';
/** What the server refuses is complained of by the browser itself. */
function expectFineBut400(tab: ConsoleTab, name: string): Promise<void> {
  const others = tab.complaints.filter((line) => !line.includes('status of 400'));
  tab.complaints.splice(0, tab.complaints.length, ...others);
  return expectFine(tab, name);
}

const TOKEN = 'a-secret-token-of-the-forge';

describe.skipIf(!browserIsThere)('git repositories in the console (needs chromium)', async () => {
  const git: GitServer = await startGitServer();
  const world = withConsole(undefined, {
    env: { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: git.certificate },
  });
  afterAll(() => git.close());
  let id = '';
  const idle = async () => {
    await expect.poll(async () => (await world.client.repositories.retrieve(world.project.id, id)).state).toBe('idle');
    return world.client.repositories.retrieve(world.project.id, id);
  };
  const synced = async () => {
    await world.client.repositories.sync(world.project.id, id);
    return idle();
  };

  beforeAll(() => {
    git.require(TOKEN);
    git.commit(
      {
        'mkdocs.yml': 'site_name: Handbook\n',
        'docs/index.md': '# Handbook\n\nAll about kettles.',
        'docs/warranty.md': '# Warranty\n\nThe warranty of a kettle lasts two years from the day of purchase.',
        'docs/delivery.md': '# Delivery\n\nA kettle arrives within five working days after it was ordered.',
        'docs/drafts/later.md': '# Later\n\nNot yet.',
      },
      { message: 'Describe kettles' },
    );
    git.git('push', '--quiet', 'origin', 'HEAD:refs/heads/next');
  });

  it('are looked at, and what would be read is shown, before one is added', async () => {
    const tab = await world.open(PATH);
    const { page } = tab;
    await page.getByRole('heading', { name: 'No repositories yet' }).waitFor();
    await expectFine(tab, 'repositories-none');
    await page.getByRole('button', { name: 'Add a repository' }).click();
    const dialog = page.locator('add-repository');
    const look = dialog.getByRole('button', { name: 'See what would be read' });
    await expect
      .poll(() =>
        dialog
          .getByLabel('Address of the repository')
          .evaluate((field) => field === (field.getRootNode() as ShadowRoot).activeElement),
      )
      .toBe(true);
    await look.click();
    await dialog.getByText('Address of the repository is required.').waitFor();
    await dialog.getByLabel('Address of the repository').fill('git@github.com:example/handbook.git');
    await look.click();
    await dialog.getByText('A repository is read over https').waitFor();
    await dialog.getByLabel('Address of the repository').fill(git.url);
    await look.click();
    await dialog.getByText('or it needs a token that may read it').waitFor();
    await expectFineBut400(tab, 'repository-refused');
    await dialog.getByLabel('Token').fill(TOKEN);
    await dialog.getByText('Which files, and what citations open').click();
    await dialog.getByLabel('Folder').fill('docs');
    await dialog.getByLabel('Files to exclude').fill('drafts/**');
    await look.click();
    await dialog.getByRole('heading', { name: '3 files of the branch main would be read' }).waitFor();
    await dialog.getByText('docs/warranty.md', { exact: true }).waitFor();
    await dialog.getByText('Describe kettles').waitFor();
    await dialog.getByText('Its settings are those of MkDocs.').waitFor();
    await dialog.getByText('Citations cannot open these files').waitFor();
    await dialog.getByLabel('Kind of server').selectOption('Gitea or Forgejo');
    expect(await dialog.getByText('Citations cannot open these files').count()).toBe(0);
    await expectFine(tab, 'repository-look');

    await dialog.getByLabel('Branch', { exact: true }).selectOption('next');
    await dialog.getByText('has to be looked at again').waitFor();
    await dialog.getByLabel('Address of the built site').fill('docs.example.com');
    await look.click();
    await dialog.getByRole('heading', { name: '3 files of the branch next would be read' }).waitFor();
    await dialog.getByRole('link', { name: 'docs.example.com/warranty' }).waitFor();
    await dialog.getByLabel('Address of the built site').fill('');
    await dialog.getByLabel('Branch', { exact: true }).selectOption('');
    await look.click();
    await dialog.getByRole('heading', { name: '3 files of the branch main would be read' }).waitFor();

    await dialog.getByRole('button', { name: 'Add the repository' }).click();
    await dialog.getByText(/^https?:.*\/push$/).waitFor();
    await dialog.getByText(/^whsec_/).waitFor();
    await dialog.getByText('Gitea or Forgejo').last().waitFor();
    await expectFine(tab, 'repository-webhook');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { level: 1, name: /handbook/ }).waitFor();
    await page.getByText('Up to date').waitFor();
    await page.getByText('3 files added.').waitFor();
    await page.getByText('Ann Writer').first().waitFor();
    await expectFine(tab, 'repository');
    const { items } = await world.client.repositories.list(world.project.id);
    id = items[0]?.id ?? '';
    await tab.context.close();
  });

  it('stop being looked at on request', async () => {
    const tab = await world.open(`${PATH}?add`);
    const dialog = tab.page.locator('add-repository');
    let asked = 0;
    git.answer(() => {
      asked += 1;
      return true;
    });
    await dialog.getByLabel('Address of the repository').fill(git.url);
    await dialog.getByRole('button', { name: 'See what would be read' }).click();
    await dialog.getByRole('progressbar', { name: 'The repository is looked at' }).waitFor();
    await expect.poll(() => asked).toBeGreaterThan(0);
    expect(await tab.overflow()).toBe(0);
    await dialog.getByRole('button', { name: 'Stop looking' }).click();
    await dialog.getByRole('button', { name: 'See what would be read' }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    git.answer(null);
    await tab.context.close();
  });

  it('tell what changed, what could not be read, and why', async () => {
    git.commit({
      'docs/index.md': null,
      'docs/delivery.md': '# Delivery\n\nA kettle arrives within three working days after it was ordered.',
      'docs/plan.pdf': 'no PDF',
    });
    git.git('mv', 'docs/warranty.md', 'docs/guarantee.md');
    git.commit({}, { message: 'Deliver faster', author: 'Ben Builder' });
    const tab = await world.open(`${PATH}/${id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Read again now' }).click();
    await page.getByText('Read, in part').waitFor();
    await page.getByText('1 file added, 1 file changed, 1 file renamed, 1 file removed.').waitFor();
    await page.getByText('before: docs/warranty.md').waitFor();
    await page.getByText('Ben Builder').waitFor();
    await page.getByRole('list', { name: 'Files that could not be read' }).getByText('docs/plan.pdf').waitFor();
    await expectFine(tab, 'repository-part');
    await page.getByRole('link', { name: 'see its documents' }).click();
    await page.getByRole('link', { name: 'guarantee.md', exact: true }).click();
    await page.getByRole('link', { name: 'its git repository' }).waitFor();
    await page.getByRole('link', { name: 'edit this page' }).waitFor();
    await tab.context.close();
  });

  it('take another token where one is wanted', async () => {
    git.require('another token');
    expect((await synced()).last_read?.outcome).toBe('failed');
    const tab = await world.open(`${PATH}/${id}`);
    const { page } = tab;
    await page.getByText('The repository could not be read.').waitFor();
    await expectFine(tab, 'repository-failed');
    await page.getByRole('button', { name: 'Give another token' }).click();
    const dialog = page.locator('repository-token');
    await dialog.getByRole('button', { name: 'Save and read again' }).click();
    await dialog.getByText('New token is required.').waitFor();
    await dialog.getByLabel('New token').fill('another token');
    await dialog.getByRole('button', { name: 'Save and read again' }).click();
    await dialog.getByText('must have no spaces').waitFor();
    git.require('another');
    await dialog.getByLabel('New token').fill('another');
    await expectFineBut400(tab, 'repository-token');
    await dialog.getByRole('button', { name: 'Save and read again' }).click();
    await expect.poll(() => page.getByText('The repository could not be read.').count()).toBe(0);
    await page.getByText('Read, in part').waitFor();
    await tab.context.close();
  });

  it('show what would be read with other options before these are saved, with the token that is kept', async () => {
    const before = await world.client.repositories.retrieve(world.project.id, id);
    const tab = await world.open(`${PATH}/${id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Options' }).click();
    const dialog = page.locator('change-repository');
    const look = dialog.getByRole('button', { name: 'See what would be read' });
    const typed = dialog.getByRole('textbox', { name: /^Branch/ });
    await typed.fill('gone');
    await look.click();
    await dialog.getByText('This repository has no branch gone.').waitFor();
    await expectFineBut400(tab, 'repository-options-refused');
    await typed.fill('');
    await look.click();
    await dialog.getByRole('heading', { name: /files? of the branch main would be read/ }).waitFor();
    await dialog.getByText('docs/guarantee.md', { exact: true }).waitFor();
    expect(await look.count()).toBe(0);
    await dialog.getByLabel('Branch', { exact: true }).selectOption('next');
    await dialog.getByText('has to be looked at again').waitFor();
    expect(await dialog.getByText('docs/guarantee.md', { exact: true }).count()).toBe(0);
    await dialog.getByLabel('Files to exclude').fill('drafts/**\ndelivery.md');
    await dialog.getByLabel('Address of the built site').fill('docs.example.com');
    await look.click();
    await dialog.getByRole('heading', { name: '2 files of the branch next would be read' }).waitFor();
    await dialog.getByRole('link', { name: 'docs.example.com/warranty' }).waitFor();
    await expectFine(tab, 'repository-options-look');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('heading', { name: 'Options' }).waitFor({ state: 'hidden' });
    expect(await world.client.repositories.retrieve(world.project.id, id)).toEqual(before);
    await tab.context.close();
  });

  it('get other options, and name the golden questions that a commit broke', async () => {
    await world.client.goldenQuestions.create(world.project.id, {
      question: 'How long does the warranty of a kettle last?',
      text: 'two years',
    });
    const tab = await world.open(`${PATH}/${id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Options' }).click();
    const dialog = page.locator('change-repository');
    expect(await dialog.getByLabel('Files to exclude').inputValue()).toBe('drafts/**');
    await dialog.getByLabel('Files to exclude').fill('drafts/**\n*.pdf');
    await dialog.getByLabel('Read again').selectOption('Every day');
    await dialog.getByLabel('Take a commit back if it breaks golden questions').check();
    await expectFine(tab, 'repository-options');
    await dialog.getByRole('button', { name: 'Save and read again' }).click();
    await page.getByText('a commit that breaks them is taken back').waitFor();
    expect(await idle()).toMatchObject({ exclude: ['drafts/**', '*.pdf'], refresh_hours: 24, gate: true });
    git.commit(
      { 'docs/guarantee.md': '# Warranty\n\nThe warranty of a kettle lasts one year from the day of purchase.' },
      { message: 'Shorten the warranty' },
    );
    await synced();
    await page.reload();
    await page.getByText('it broke 1 golden question').waitFor();
    await page.getByText('How long does the warranty of a kettle last?').waitFor();
    await page.getByText('Shorten the warranty').waitFor();
    await page.getByText('What it would have changed').waitFor();
    await expectFine(tab, 'repository-taken-back');
    await tab.context.close();
  });

  it.each(LOOKED)('are listed and shown without a fault (%s)', async (look) => {
    const tab = await world.open(PATH, look);
    await tab.page.getByText('Taken back').waitFor();
    await expectFine(tab, 'repositories');
    await tab.page.getByRole('link', { name: /handbook/ }).click();
    await tab.page.getByText('it broke 1 golden question').waitFor();
    await expectFine(tab, 'repository-taken-back');
    await tab.page.getByText('How to set it').click();
    await expectFine(tab, 'repository-webhook-steps');
    await tab.page.getByRole('button', { name: 'Options' }).click();
    const options = tab.page.locator('change-repository');
    await options.getByLabel('Folder').waitFor();
    await expectFine(tab, 'repository-options');
    await options.getByRole('button', { name: 'See what would be read' }).click();
    await options.getByRole('heading', { name: /would be read/ }).waitFor();
    await expectFine(tab, 'repository-options-look');
    await tab.page.goto(`${world.server.url}/projects/${world.project.id}/repositories?add`);
    const dialog = tab.page.locator('add-repository');
    await dialog.getByLabel('Address of the repository').fill(git.url);
    await dialog.getByLabel('Token').fill('another');
    await dialog.getByRole('button', { name: 'See what would be read' }).click();
    await dialog.getByRole('heading', { name: /would be read/ }).waitFor();
    await expectFine(tab, 'repository-look');
    await tab.context.close();
  });

  it('get a new secret for pushes, and are removed with their documents', async () => {
    const tab = await world.open(`${PATH}/${id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('leave the project with it').waitFor();
    await expectFine(tab, 'repository-remove');
    await page.getByRole('button', { name: 'Remove it with its documents' }).click();
    await page.getByRole('heading', { name: 'No repositories yet' }).waitFor();
    expect((await world.client.sources.list(world.project.id)).total).toBe(0);
    await tab.context.close();
  });
});
