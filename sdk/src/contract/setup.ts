/** What somebody who opens the console has to know before they have logged in. @extension */
export interface Setup {
  /** Is there an account yet? Without one, registering makes the operator's. */
  accounts: boolean;
  /** May anybody make an account? The first can be made in any case. */
  registration: 'open' | 'closed';
  version: string;
  /** How the command of Footnote begins in Footnote's folder on the server's machine: `npx footnote`, `./footnote`. */
  command: string;
}
