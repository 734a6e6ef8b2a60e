import type { Schema } from './vendor.js';

/** Pieces of JSON Schema that sources have in common. */
export const text = { type: 'string' } as const;
export const number = { type: 'number' } as const;
export const texts = { type: 'object', additionalProperties: text } as const;

/** Always there for templates, as a field of the upstream tool's structures is. */
export const textOrEmpty = { type: 'string', default: '' } as const;
export const numberOrZero = { type: 'number', default: 0 } as const;

/** Members beyond those named are kept: vendors add some. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema => ({ type: 'object', properties, required });

export const listOf = (items: Schema): Schema => ({ type: 'array', items, maxItems: 20_000 });
