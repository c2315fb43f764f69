import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../platform/log.ts';
import { errors } from '../errors.ts';
import { childProgram } from '../host/child-program.ts';
import { createEngineHost } from '../host/process-host.ts';
import type { Reader } from '../types.ts';
import type { EncoderFiles } from './encoder.ts';
import type { ReaderProtocol } from './reader-child.ts';

/** Another id is another kind of codes, so that every passage is read again. */
const ID = 'all-MiniLM-L6-v2/1';
const SHA256 = 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1';
const WEBASSEMBLY = 'ort-wasm-simd-threaded.wasm';
/**
 * V8 optimizes a function of WebAssembly after it has run for a while. One of the runtime is so large that this takes 200 MB, and
 * makes nothing faster: with so long a while, only the inner loops get there. glibc gives memory back sooner with one arena.
 */
const NODE = { flags: ['--wasm-tiering-budget=2000000000'], env: { MALLOC_ARENA_MAX: '1' } };

/**
 * The reader that comes with the server (encoder.md), in a child process. Both runtimes make the same codes but for 3 % of the bits,
 * which changes nothing that is found by them: what one has read serves the other. `fault`: why `encoder` is without a native runtime
 * although there is one.
 */
export function createReader(log: Log, encoder: EncoderFiles = shippedEncoder(), fault: string | null = null): Reader {
  const host = createEngineHost<ReaderProtocol>({
    engine: `reader:${ID}`,
    program: childProgram('./reader-child', import.meta.url),
    node: NODE,
    settings: encoder,
    failure: errors.embedderUnavailable,
    log,
  });
  return {
    id: ID,
    // A text of no known language, such as a list of parts or prices, is read as one of these.
    languages: ['en', 'und'],
    read: (texts, signal, { ahead = false } = {}) => host.ask('read', { texts, ahead }, signal),
    embed: (question, signal) => host.ask('embed', { question }, signal),
    compare: (questions, passages, signal) => host.ask('compare', { questions, passages }, signal),
    ready: host.ready,
    notice: () => fault ?? host.notice(),
    close: host.close,
  };
}

/** The files of the encoder that comes with the server. `native`: the address of ONNX Runtime's native module, if it is there. */
export function shippedEncoder(native: string | null = null): EncoderFiles {
  const beside = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
  const built = beside(WEBASSEMBLY);
  return {
    network: beside('encoder.onnx'),
    sha256: SHA256,
    tokenizer: beside('tokenizer.json'),
    // The build copies it here; a checkout has the package.
    webAssembly: existsSync(built) ? built : createRequire(import.meta.url).resolve(`onnxruntime-web/${WEBASSEMBLY}`),
    native,
  };
}
