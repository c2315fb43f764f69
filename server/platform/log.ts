export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Record<string, unknown>;

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const ORDER: Record<LogLevel, number> = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
};
const SECRET_KEY = /authorization|api[-_]?key|token|password|secret|cookie|query|question/i;
const SECRET_VALUE = /\bchat_[0-9A-Za-z]{20,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

function redact(value: unknown, key: string): unknown {
  if (SECRET_KEY.test(key)) return '[redacted]';
  if (value instanceof Error) {
    return {
      name: value.name,
      message: redact(value.message, 'message'),
      stack: redact(value.stack, 'stack'),
    };
  }
  return typeof value === 'string' ? value.replace(SECRET_VALUE, '[redacted]') : value;
}

/**
 * Writes one JSON object a line. Line breaks inside fields are escaped by JSON itself, so nothing that comes from
 * outside can forge a line; secrets are redacted by field name and by shape (keys `chat_…`, JWTs).
 */
export function createLog(write: (line: string) => void, level: LogLevel = 'info'): Log {
  const at =
    (own: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (ORDER[own] < ORDER[level]) return;
      const line: LogFields = {
        time: new Date().toISOString(),
        level: own,
        event,
      };
      for (const [key, value] of Object.entries(fields)) line[key] = redact(value, key);
      write(`${JSON.stringify(line)}\n`);
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  };
}

/**
 * Gathers the lines of one turn of the event loop for one write: a system call a line costs more than making the line.
 * `flush` writes what is left, for when the process ends.
 */
export function inBatches(write: (text: string) => void): { add(line: string): void; flush(): void } {
  let waiting = '';
  const flush = () => {
    const text = waiting;
    waiting = '';
    if (text !== '') write(text);
  };
  return {
    add(line) {
      if (waiting === '') setImmediate(flush);
      waiting += line;
    },
    flush,
  };
}
