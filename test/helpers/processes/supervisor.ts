/** Starts the built server again whenever it ends with the code that asks for it, as `RestartForceExitStatus=75` does. */
import { type ChildProcess, spawn } from 'node:child_process';

let child: ChildProcess;
function start(): void {
  child = spawn(process.execPath, ['server/dist/main.js', 'start'], { stdio: 'inherit' });
  child.once('exit', (code) => {
    process.stdout.write(`The server has ended with ${code}.\n`);
    if (code === 75) start();
    else process.exit(code ?? 1);
  });
}
start();
process.on('SIGTERM', () => child.kill('SIGTERM'));
