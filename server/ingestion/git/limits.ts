/** What reading one repository may take. */
export interface RepositoryLimits {
  /** Bytes of the pack that the server sends. */
  pack: number;
  /** Bytes of the list of branches. */
  refs: number;
  /** Entries of all folders together, and how deep folders may nest. */
  entries: number;
  depth: number;
  /** Files that are read, bytes of one of them and of all together. A larger file is left out. */
  files: number;
  file: number;
  total: number;
  /** Of the process that unpacks it, MB. */
  heap: number;
  resident: number;
  /** Milliseconds. */
  time: number;
}

const MEGABYTE = 1024 * 1024;

export const REPOSITORY_LIMITS: RepositoryLimits = {
  pack: 200 * MEGABYTE,
  refs: 16 * MEGABYTE,
  entries: 200_000,
  depth: 64,
  files: 10_000,
  file: 50 * MEGABYTE,
  total: 300 * MEGABYTE,
  heap: 1_024,
  resident: 1_536,
  time: 10 * 60_000,
};
