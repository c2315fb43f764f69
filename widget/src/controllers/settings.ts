import type { Settings } from '@footnote/sdk';

/**
 * What the SDK calls the API with. Put together here, as the SDK's own `settle` brings checks for keys and environments
 * that no page has. A base URL may be relative to the page. Nothing is tried again in silence: the visitor is told.
 */
export function settingsOf(baseUrl: string, credential: Settings['credential']): Settings {
  return {
    baseURL: new URL(baseUrl, globalThis.location?.href).href.replace(/\/+$/, ''),
    credential,
    timeout: undefined,
    maxRetries: 0,
    withRetries: undefined,
    // Looked up at each call, so that a page may still replace it.
    fetch: (input, init) => fetch(input, init),
    defaultHeaders: {},
  };
}
