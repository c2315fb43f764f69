/** The SDK, when it is first needed: most servers are never asked by an agent, and it takes a while to load. */
export const loadSdk = () => import('./sdk.ts');

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
