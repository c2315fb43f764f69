/** May this address be a link? Http and https only, whatever the server says: `javascript:` would run here, as its reader. */
export function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}
