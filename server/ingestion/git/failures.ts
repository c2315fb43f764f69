import { SourceFailure } from '../failures.ts';

/** Why a repository could not be read. The message is shown to its owner. */
export const repositoryFailures = {
  /** One text for a repository that is not there and for one that is closed: servers do not tell them apart either. */
  notFound: () =>
    new SourceFailure(
      'repository_not_found',
      'There is no git repository at this address, or it needs a token that may read it. Check the address and the token.',
    ),
  tokenUnreadable: () =>
    new SourceFailure(
      'token_unreadable',
      'The token cannot be read, because the signing secret of the server was replaced. Give the token again.',
    ),
  moved: () =>
    new SourceFailure(
      'repository_moved',
      'This address leads on to another server. Give the address where the repository is now.',
    ),
  empty: () => new SourceFailure('repository_empty', 'This repository has no branch yet.'),
  branchNotFound: (branch: string) => new SourceFailure('branch_not_found', `This repository has no branch ${branch}.`),
  commitNotFound: () => new SourceFailure('commit_not_found', 'The branch does not have this commit any more.'),
  folderNotFound: (folder: string) => new SourceFailure('folder_not_found', `The branch has no folder ${folder}.`),
  noDocuments: () =>
    new SourceFailure(
      'no_documents',
      'No file of this repository is a document that is to be read. Check the folder and the patterns.',
    ),
  tooLarge: (what: string) =>
    new SourceFailure('repository_too_large', `This repository has more than ${what}. Choose a smaller one.`),
  tooComplex: () =>
    new SourceFailure(
      'repository_too_large',
      'Reading this repository took more time or memory than one is allowed. Move its documentation to a smaller one.',
    ),
  unreadable: () =>
    new SourceFailure('repository_unreadable', 'What the server sent of this repository cannot be read.'),
  interrupted: () =>
    new SourceFailure(
      'interrupted',
      'Reading this repository was interrupted. It is read again with the next look.',
      true,
    ),
  notStarted: () =>
    new SourceFailure(
      'interrupted',
      'The process that reads repositories did not start. It is started again with the next look.',
      true,
    ),
} as const;
