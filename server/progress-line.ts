const WIDTH = 30;
const REDRAW_MS = 100;

/**
 * Shows how far something is: a bar that is drawn over itself on a terminal, else a line for every tenth. `write` takes
 * text as it is; `now` counts milliseconds.
 */
export function createProgressLine(terminal: boolean, write: (text: string) => void, now = () => performance.now()) {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let tenths = -1;

  function draw(done: number, total: number): void {
    const filled = Math.floor((done / total) * WIDTH);
    write(`\r[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${text(done, total)}`);
  }

  return (done: number, total: number): void => {
    const whole = done >= total;
    if (!terminal) {
      const reached = Math.floor((done / total) * 10);
      if (reached > tenths && done > 0) write(`${text(done, total)}\n`);
      tenths = Math.max(tenths, reached);
      return;
    }
    if (!whole && now() - drawnAt < REDRAW_MS) return;
    drawnAt = now();
    draw(done, total);
    if (whole) write('\n');
  };
}

function text(done: number, total: number): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return `${String(Math.floor((done / total) * 100)).padStart(3)} %  ${megabytes(done)} of ${megabytes(total)} MB`;
}
