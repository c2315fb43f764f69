import { type Footnote, NotFoundError, type Setup } from '@footnote/sdk';

/** Asks the server whether there is an account yet, and whether one may be made. */
export async function readSetup(client: Footnote): Promise<Setup> {
  try {
    return await client.setup.retrieve();
  } catch (error) {
    if (!NotFoundError.isInstance(error)) throw error;
    return { accounts: true, registration: 'open', version: '' };
  }
}
