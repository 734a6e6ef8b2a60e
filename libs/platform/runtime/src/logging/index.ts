export { createLogger, LOG_LEVELS, Logger, silentLogger } from './logger.js';
export type { LoggerOptions, LogLevel } from './logger.js';
export { NestLogger } from './nest-logger.js';
export { SENSITIVE_NAMES } from './redaction.js';
export { standardOutput } from './standard-output.js';
export { currentTraceId, isTraceId, newTraceId, withTraceId } from './trace-context.js';
