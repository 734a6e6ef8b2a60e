export { createLogger, LOG_LEVELS, silentLogger } from './logger.js';
export type { Logger, LoggerOptions, LogLevel } from './logger.js';
export { NestLogger } from './nest-logger.js';
export { SENSITIVE_NAMES } from './redaction.js';
export { standardOutput } from './standard-output.js';
export { currentTraceId, isTraceId, newTraceId, withTraceId } from './trace-context.js';
