import type { Settings } from '@footnote/sdk';

/**
 * The SDK's settings for calling the API. The SDK's own `settle` is not used, as it adds the code for keys and environment
 * variables that no page has. The base URL may be relative to the page. Nothing is retried silently: the visitor sees the failure.
 */
export function apiSettings(baseUrl: string, credential: Settings['credential']): Settings {
  return {
    baseURL: new URL(baseUrl, globalThis.location?.href).href.replace(/\/+$/, ''),
    credential,
    timeout: undefined,
    maxRetries: 0,
    withRetries: undefined,
    explain: undefined,
    // Looked up on each call, so that a page may replace it.
    fetch: (input, init) => fetch(input, init),
    defaultHeaders: {},
  };
}
