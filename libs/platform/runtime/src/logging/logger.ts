import { pino, type DestinationStream } from 'pino';
import { CountingLostLines } from './lost-lines.js';
import { PlainText } from './plain-text.js';
import { redact } from './redaction.js';
import { standardOutput } from './standard-output.js';
import { currentTraceId } from './trace-context.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Fields = Readonly<Record<string, unknown>>;

/** Logs events with fields: `log.info('challenge.issued', { challengeId })`. */
export abstract class Logger {
  abstract debug(event: string, fields?: Fields): void;
  abstract info(event: string, fields?: Fields): void;
  abstract warn(event: string, fields?: Fields): void;
  /** An `Error` goes into the field `err`: type, message, stack and causes are written. */
  abstract error(event: string, fields?: Fields): void;
}

export interface LoggerOptions {
  /** The app's name, on every line. */
  readonly name: string;
  readonly level: LogLevel;
  /** Where the lines go; standard output if absent. A line that it throws at is lost, and counted. */
  readonly destination?: DestinationStream;
}

/**
 * JSON lines with the trace id of the request being served and secrets blanked. Never throws, and never
 * ends the process: lines that cannot be written are counted, which is said when one can be again.
 */
export function createLogger({ name, level, destination = standardOutput }: LoggerOptions): Logger {
  const options = {
    base: { app: name },
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: redact },
    // Errors are described by `redact`; pino's own serializer would add all their members.
    serializers: { err: (error: unknown) => error },
    mixin: () => {
      const traceId = currentTraceId();
      return traceId === undefined ? {} : { traceId };
    },
  };
  const lines = pino(options, new CountingLostLines(name, new PlainText(destination)));
  return {
    debug: (event, fields) => lines.debug(fields ?? {}, event),
    info: (event, fields) => lines.info(fields ?? {}, event),
    warn: (event, fields) => lines.warn(fields ?? {}, event),
    error: (event, fields) => lines.error(fields ?? {}, event),
  };
}

/** Logs nothing: for tests and one-off commands. */
export const silentLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
} satisfies Logger;
