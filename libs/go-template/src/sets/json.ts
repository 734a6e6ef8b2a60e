import type { Budget } from '../values/limits.js';
import { Complex, GoInteger, isList, sortedKeys, typeName, type Value } from '../values/value.js';

interface JsonStyle {
  /** Escapes < > & as Go does unless it is told not to. */
  readonly escapesHtml: boolean;
  /** Two blanks a level, or none. */
  readonly isIndented: boolean;
}

export const COMPACT: JsonStyle = { escapesHtml: true, isIndented: false };
export const PRETTY: JsonStyle = { escapesHtml: true, isIndented: true };
export const RAW: JsonStyle = { escapesHtml: false, isIndented: false };

/** JSON as Go's encoding/json writes it: sorted keys, `<` as `\u003c`. */
export function toJson(value: Value, style: JsonStyle, budget: Budget): string {
  return new JsonWriter(style, budget).value(value, 0);
}

class JsonWriter {
  constructor(
    private readonly style: JsonStyle,
    private readonly budget: Budget,
  ) {}

  value(value: Value, level: number): string {
    this.budget.charge(1);
    switch (typeof value) {
      case 'string':
        return jsonString(value, this.style.escapesHtml);
      case 'number':
        return jsonNumber(value);
      case 'boolean':
      case 'bigint':
        return value.toString();
      case 'undefined':
        return 'null';
      case 'function':
        throw new Error(`json: unsupported type: ${typeName(value)}`);
      default:
        return value === null ? 'null' : this.object(value, level);
    }
  }

  private object(value: Exclude<Value, null | undefined>, level: number): string {
    if (value instanceof GoInteger) return value.value.toString();
    if (value instanceof Complex) throw new Error('json: unsupported type: complex128');
    if (isList(value)) {
      const elements = value.map((element) => this.value(element, level + 1));
      return this.enclose('[]', elements, level);
    }
    if (typeof value !== 'object') return '';
    const colon = this.style.isIndented ? ': ' : ':';
    const entries = sortedKeys(value).map(
      (key) => jsonString(key, this.style.escapesHtml) + colon + this.value(value[key], level + 1),
    );
    return this.enclose('{}', entries, level);
  }

  private enclose(brackets: string, parts: readonly string[], level: number): string {
    this.budget.checkLength(parts.reduce((length, part) => length + part.length, 0));
    const open = brackets.charAt(0);
    const close = brackets.charAt(1);
    if (!this.style.isIndented || parts.length === 0) return open + parts.join(',') + close;
    const indent = `\n${'  '.repeat(level + 1)}`;
    return `${open}${indent}${parts.join(`,${indent}`)}\n${'  '.repeat(level)}${close}`;
  }
}

const RAW_BYTE = /[\ud800-\udfff]/u;

/** A string as Go's encoding/json quotes it. */
export function jsonString(text: string, escapesHtml = true): string {
  const quoted = text.split(RAW_BYTE).map((part) => JSON.stringify(part).slice(1, -1));
  const plain = `"${quoted.join('\\ufffd')}"`.replace(/[\u2028\u2029]/g, unicodeEscape);
  return escapesHtml ? plain.replace(/[<>&]/g, unicodeEscape) : plain;
}

/** JavaScript switches to exponents where Go does. */
function jsonNumber(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`json: unsupported value: ${goSpecial(value)}`);
  return Object.is(value, -0) ? '-0' : String(value);
}

function goSpecial(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
