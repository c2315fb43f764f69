import { readFile } from 'node:fs/promises';

/** The resident memory of a process in bytes on Linux; null on other systems, or when the process is gone. */
export async function residentMemory(pid: number): Promise<number | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kilobytes = status.match(/^VmRSS:\s+(\d+) kB/m)?.[1];
    return kilobytes ? Number(kilobytes) * 1024 : null;
  } catch {
    return null;
  }
}
