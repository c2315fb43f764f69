/**
 * The processor time of this process since `began` (`process.cpuUsage()`), in milliseconds. Unlike wall-clock time, it can be
 * bounded on a busy machine.
 */
export function cpuSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
