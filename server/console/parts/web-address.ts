/** True for http and https addresses. Others must not become links: `javascript:` would run in this console. */
export function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}
