/** A file that a page includes. */
export interface IncludedFile {
  /** Relative to the folder, with slashes. */
  path: string;
  text: string;
}

/** The includes of a page, while they are resolved. */
export interface Expansion {
  /** Reads a file of the folder. `named`: how the page names it, for the report; null if it may be missing. */
  read(path: string, named: string | null): IncludedFile | null;
  /** The lines of an included text, in which includes are resolved in turn. */
  nested(file: IncludedFile, expand: (text: string) => string, text: string): string[];
}
