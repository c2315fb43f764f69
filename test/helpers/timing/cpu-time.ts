/**
 * Milliseconds of processor time that this process has used since `began` (`process.cpuUsage()`). A bound on them holds on a
 * machine that is busy with other things as well, which a bound on time does not.
 */
export function cpuSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
