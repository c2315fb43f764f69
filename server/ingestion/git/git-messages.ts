import type { RepositoryLimits } from './limits.ts';

/** What is asked of the process that reads a repository. */
export interface ReadRequest {
  type: 'read';
  /** Null for the one that the repository itself names. */
  branch: string | null;
  /** The commit that is known already: nothing is sent if the branch is still there. */
  known: string | null;
  /** An earlier commit of the branch to read in place of its last one. */
  commit?: string;
  /** The folder whose files are wanted, without slashes at its ends; empty for all. */
  folder: string;
  limits: RepositoryLimits;
}

/** Answers to what the process asks for. It has no network of its own. */
export type ToGitProcess =
  | ReadRequest
  | { type: 'answer'; contentType: string }
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end' }
  /** The file has been written. */
  | { type: 'taken' };

/** A commit, as its author made it. */
export interface Commit {
  id: string;
  author: string;
  /** Epoch milliseconds. */
  authoredAt: number;
  subject: string;
}

/** The branches of a repository. */
export interface Branches {
  names: string[];
  /** The one that the repository names; null if it names none. */
  first: string | null;
}

/** How many files were left out, by reason. */
export interface LeftOutFiles {
  /** Links, which could lead out of the repository. */
  links: number;
  submodules: number;
  /** Files in Git LFS, of which a repository has only the address. */
  lfs: number;
  tooLarge: number;
  /** Files whose names no file of this server may have. */
  names: number;
}

export type FromGitProcess =
  | { type: 'began' }
  /** The only two addresses below that of the repository that are ever asked for. */
  | { type: 'request'; path: 'info/refs' | 'git-upload-pack'; body: Uint8Array | null }
  | { type: 'branches'; branches: Branches; branch: string }
  | { type: 'commit'; commit: Commit }
  | { type: 'file'; path: string; bytes: Uint8Array }
  | { type: 'done'; changed: boolean; leftOut: LeftOutFiles }
  | { type: 'failed'; code: string; message: string };
