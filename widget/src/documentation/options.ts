/** What a documentation tool is told about the server, in its own configuration. */
export interface FootnoteOptions {
  /** The server's address, such as `https://chat.example.com`. */
  server: string;
  /** The project's id. */
  project: string;
  /** Which sources are searched and answer; by default all. */
  filter?: SourceFilter | undefined;
  /**
   * The names of the metadata that hold the language and the version of a page, for sites that have several: each page then
   * searches the sources that are of its own, and those that have none. By default `language`, and `version` with Docusaurus, where
   * the settings of the site name several.
   */
  metadata?: { language?: string; version?: string } | undefined;
}

/** The filter of the API: a source has the value, or one of the values, of every field. */
export interface SourceFilter {
  language?: string | string[];
  /** Null in a list stands for sources that do not have the field. */
  metadata?: Record<string, string | (string | null)[]>;
}

/** Checks the configuration: a wrong value would only be noticed in a visitor's browser. */
export function checkedOptions({ server, project, filter, metadata }: FootnoteOptions): FootnoteOptions {
  const address = typeof server === 'string' ? URL.parse(server) : null;
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new Error(
      `Footnote: "server" must be the address of your server, such as https://chat.example.com, not ${server}.`,
    );
  if (typeof project !== 'string' || !project.startsWith('proj_'))
    throw new Error(`Footnote: "project" must be the id of your project, such as proj_…, not ${project}.`);
  return { server: address.href.replace(/\/$/, ''), project, filter, metadata };
}

const MODULE = 'virtual:footnote-options';

/**
 * The module from which a component reads the options, as a plugin of Vite gives it. `locales` returns what the site's settings say of
 * its languages, once they are read. Throws where the options are wrong.
 */
export function optionsModule(options: FootnoteOptions, locales: () => Record<string, unknown> | undefined) {
  const checked = checkedOptions(options);
  const metadata = () => (Object.keys(locales() ?? {}).length > 1 ? { language: 'language' } : undefined);
  return {
    resolveId: (source: string) => (source === MODULE ? `\0${MODULE}` : undefined),
    load: (id: string) =>
      id === `\0${MODULE}`
        ? `export default ${JSON.stringify({ ...checked, metadata: checked.metadata ?? metadata() })}`
        : undefined,
  };
}
