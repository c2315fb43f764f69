import ipaddr from 'ipaddr.js';

/**
 * `192.0.2.7`, `192.0.2.0/24`, `2001:db8::1` and `2001:db8::/32` as ranges in their shortest form, with the bits behind the
 * prefix set to 0; null for anything else.
 */
export function parseRange(text: string): string | null {
  const [address = '', bits, ...more] = text.trim().split('/');
  // Shorter forms, octal and hexadecimal numbers are read differently by other programs; a zone means something on one machine.
  if (
    more.length > 0 ||
    address.includes('%') ||
    !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address))
  )
    return null;
  const parsed = ipaddr.process(address);
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return null;
  const range = `${parsed.toString()}/${bits ?? most}`;
  const network = most === 32 ? ipaddr.IPv4.networkAddressFromCIDR(range) : ipaddr.IPv6.networkAddressFromCIDR(range);
  return `${network.toString()}/${bits ?? most}`;
}

/** Whether the address is in one of the ranges, which `parseRange` returned. Without ranges, every address is. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  // ::ffff:192.0.2.7 is 192.0.2.7.
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}
