import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const storage = new AsyncLocalStorage<string>();

const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;

/** Runs `action` and everything that it awaits under a trace id. */
export const withTraceId = <T>(traceId: string, action: () => T): T => storage.run(traceId, action);

/** The trace id of the request being served, if any. */
export const currentTraceId = (): string | undefined => storage.getStore();

/** 32 lower-case hexadecimal digits, as a W3C trace-id; Node makes many UUIDs of one call for randomness. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '');

/** Whether a caller's trace id may be kept: 8 to 64 letters, digits, `_` or `-` (our choice). */
export const isTraceId = (value: unknown): value is string =>
  typeof value === 'string' && WELL_FORMED.test(value);
