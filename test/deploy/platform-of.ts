/** The platform in the header of a program or library: ELF or Mach-O. */
export function platformOf(bytes: Buffer): string {
  if (bytes.readUInt32BE(0) === 0x7f454c46) {
    return { 62: 'linux-x64', 183: 'linux-arm64' }[bytes.readUInt16LE(18)] ?? 'unknown';
  }
  const isArm = bytes.readUInt32LE(0) === 0xfeedfacf && bytes.readUInt32LE(4) === 0x0100000c;
  return isArm ? 'darwin-arm64' : 'unknown';
}
