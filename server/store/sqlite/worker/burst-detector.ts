const SECOND = 1000;

/** Hears of each thing that is asked, and tells when `many` of them have come within a second: from then on for good. */
export function createCrowd(many: number, now: () => number = () => performance.now()): () => boolean {
  const latest: number[] = [];
  let came = false;
  return () => {
    if (came) return true;
    const time = now();
    latest.push(time);
    if (latest.length > many) latest.shift();
    came = latest.length === many && time - (latest[0] ?? 0) < SECOND;
    return came;
  };
}
