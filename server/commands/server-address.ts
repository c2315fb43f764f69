/** The address of a server without a slash at its end and without `/v1`, which people copy with it. */
export function serverRoot(address: string): string {
  return address.replace(/\/+$/, '').replace(/\/+v1$/, '');
}
