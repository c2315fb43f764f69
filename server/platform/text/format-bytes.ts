/** Formats a number of bytes in decimal units: "12.3 kB", "240 MB". */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes < 1e5) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes >= 1e7 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
