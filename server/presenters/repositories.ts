import type { Repository } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { RepositoryRow } from '../store/types.ts';
import { count, field, id, named, nullableTime, nullableTimestamp, text, time, timestamp } from './shape.ts';
import { sourceError } from './sources.ts';

export const repositorySite = named(
  'RepositorySite',
  'The documentation tool that builds a site of the files. `plain`: none, each file is served as it is.',
  z.enum([
    ...(['plain', 'docusaurus', 'vitepress', 'mkdocs', 'hugo', 'starlight', 'sphinx', 'antora'] as const),
    ...(['jekyll', 'mdbook', 'mintlify', 'gitbook'] as const),
  ]),
);

export const repositoryForge = named(
  'RepositoryForge',
  'The kind of server that shows the files of a repository. `gitea`: Gitea, Forgejo.',
  z.enum(['github', 'gitlab', 'gitea', 'bitbucket']),
);

export const repositoryState = named(
  'RepositoryState',
  '`queued`: it is read as soon as possible. `reading`: it is being read. `idle`: neither.',
  z.enum(['idle', 'queued', 'reading']),
);

export const repositoryCommit = named(
  'RepositoryCommit',
  'A commit of a repository.',
  z.strictObject({
    id: text('Its hash.', '2f1c0a9be3d14c5d8f2a6b7e9d0c1b2a3f4e5d6c'),
    author: text('The name of its author.', 'Ann Writer'),
    authored_at: time('When its author made it.'),
    subject: text('The first line of its message.', 'Describe the warranty'),
  }),
);

const leftOut = named(
  'RepositoryLeftOut',
  'How many files of a commit were not read, by reason.',
  z.strictObject({
    links: count('Symbolic links.', 0),
    submodules: count('Other repositories inside it.', 0),
    lfs: count('Files in Git LFS, of which the repository has only the address.', 2),
    too_large: count('Files that are larger than one may be.', 0),
    names: count('Files whose name or path is not taken.', 0),
  }),
);

const change = z.strictObject({
  path: text('The path of the file.', 'docs/warranty.md'),
  change: field(z.enum(['added', 'changed', 'renamed', 'removed']), 'What became of it.', 'changed'),
  former_path: text(
    'Of a renamed file: its path before. Its source keeps its id.',
    'docs/guarantee.md',
  ).exactOptional(),
});

const failedFile = z.strictObject({
  path: text('The path of the file.', 'docs/plan.pdf'),
  error: sourceError,
});

export const repositoryRead = named(
  'RepositoryRead',
  'What became of a commit.',
  z.strictObject({
    outcome: field(
      z.enum(['completed', 'taken_back', 'failed']),
      '`taken_back`: it broke golden questions, and the sources are as they were before. `failed`: the repository was not read, `error` says why.',
      'completed',
    ),
    commit: field(repositoryCommit.nullable(), 'The commit; `null` if it is not known.'),
    site: field(
      repositorySite.nullable(),
      'The documentation tool that was found; `null` if the files were not read.',
      'mkdocs',
    ),
    added: count('Files that were new.', 1),
    changed: count('Files with another content.', 2),
    renamed: count('Files with another path.', 0),
    removed: count('Files that were gone.', 1),
    unchanged: count('Files that were as before.', 120),
    changes: field(z.array(change), 'The first 100 of those that were not as before.'),
    failed: field(z.array(failedFile), 'The first 100 files that could not be read.'),
    left_out: leftOut,
    broken: field(
      z.array(z.string()),
      'With `gate`: the golden questions that the commit broke. If the outcome is `completed`, it could not be taken back: a server was stopped while it was read, and the branch does not have the commit before any more.',
      [],
    ),
    error: field(sourceError.nullable(), 'Why the repository was not read; `null` if it was.', null),
    started_at: time('The time of its start.'),
    ended_at: time('The time of its end.'),
  }),
);

const repositoryFields = {
  id: id('repo', 'The repository’s id.'),
  project_id: id('proj', 'The project.'),
  url: text('Its address.', 'https://github.com/example/handbook'),
  branch: field(
    z.string().nullable(),
    'The branch that is read; `null` for the one that the repository names.',
    'main',
  ),
  folder: text('The folder whose files are read; empty for all.', 'docs'),
  include: field(
    z.array(z.string()),
    'Patterns of paths below the folder: only these files are read. Empty for all.',
    [],
  ),
  exclude: field(z.array(z.string()), 'Patterns of paths below the folder that are not read.', ['drafts/**']),
  base_url: field(
    z.string().nullable(),
    'Where the built site begins. Citations open its pages; with `null`, the files in the forge.',
    'https://docs.example.com',
  ),
  site: field(
    repositorySite.nullable(),
    'The documentation tool; `null` to tell it by its settings in the repository.',
    null,
  ),
  forge: field(
    repositoryForge.nullable(),
    'The kind of server; `null` if it is not known, so that files have no address there.',
    'github',
  ),
  prefix: text('What is before the path of a file in the external id of its source.', 'handbook/'),
  has_token: field(z.boolean(), 'Whether it is read with a token. No answer contains it.', true),
  gate: field(z.boolean(), 'Whether a commit that breaks golden questions is taken back.', false),
  refresh_hours: field(
    z.int().min(1).nullable(),
    'The branch is looked at again after this many hours; `null` if only on request.',
    1,
  ),
  push_url: text(
    'Where its forge sends pushes, signed with the secret.',
    'https://chat.example.com/v1/projects/…/repositories/…/push',
  ),
  state: repositoryState,
  head: field(repositoryCommit.nullable(), 'The commit that the sources have; `null` before the first.'),
  last_read: field(repositoryRead.nullable(), 'What became of the last commit that was read; `null` before the first.'),
  checked_at: nullableTime('When the branch was last looked at; `null` before the first time.'),
  next_at: nullableTime('When it is looked at next; `null` if only on request.'),
  created_at: time('The time of creation.'),
  updated_at: time('The time of the last change.'),
};

export const repository = named(
  'Repository',
  'A git repository that sources are read from.',
  z.strictObject(repositoryFields),
);

export const repositoryWithSecret = named(
  'RepositoryWithSecret',
  'A new repository, or one with a new secret. Only this response contains the secret.',
  z.strictObject({
    ...repositoryFields,
    push_secret: text('The secret of the webhook that its forge sends pushes with.', 'whsec_C2FVsBQIhr…'),
  }),
);

export const repositoryLook = named(
  'RepositoryLook',
  'What would be read of a repository.',
  z.strictObject({
    branches: field(z.array(z.string()), 'Its branches, the first 1,000.', ['main', 'next']),
    default_branch: field(z.string().nullable(), 'The one that the repository names.', 'main'),
    branch: text('The one that was looked at.', 'main'),
    commit: repositoryCommit,
    site: repositorySite,
    forge: field(repositoryForge.nullable(), 'The kind of server, as far as its name tells.', 'github'),
    total: count('The number of files that would be read.', 124),
    files: field(
      z.array(
        z.strictObject({
          path: text('The path of the file.', 'docs/intro.md'),
          size: count('Its bytes.', 2_048),
          url: field(z.string().nullable(), 'What citations would open.', 'https://docs.example.com/intro'),
        }),
      ),
      'The first 200 of them.',
    ),
    left_out: leftOut,
  }),
);

/** `publicUrl`: that of the server. */
export function presentRepository(row: RepositoryRow, publicUrl: string): Repository {
  const { projectId, baseUrl, token, refreshHours, lastRead, checkedAt, dueAt, createdAt, updatedAt } = row;
  return {
    id: row.id,
    project_id: projectId,
    url: row.url,
    branch: row.branch,
    folder: row.folder,
    include: row.include,
    exclude: row.exclude,
    base_url: baseUrl,
    site: row.site,
    forge: row.forge,
    prefix: row.prefix,
    has_token: token !== null,
    gate: row.gate,
    refresh_hours: refreshHours,
    push_url: `${publicUrl}/v1/projects/${projectId}/repositories/${row.id}/push`,
    state: row.state,
    head: row.head,
    last_read: lastRead,
    checked_at: nullableTimestamp(checkedAt),
    next_at: nullableTimestamp(dueAt),
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
  };
}
