import type { Budget } from '../values/limits.js';
import {
  Complex,
  GoInteger,
  type GoMap,
  isList,
  sortedKeys,
  typeName,
  type Value,
} from '../values/value.js';
import { type Flags, noFlags, pad } from './flags.js';
import { formatComplex, formatFloatVerb } from './float-verb.js';
import { shortestFloat } from './float.js';
import { formatInteger } from './integer.js';
import { formatText } from './text-verb.js';

/** Formats values under a verb, as package fmt does, never longer than the budget allows. */
export class Printer {
  constructor(private readonly budget: Budget) {}

  /** An operand of Printf. */
  operand(value: Value, verb: string, flags: Flags): string {
    if (value === undefined || value === null) {
      return verb === 'v' || verb === 'T' ? pad('<nil>', flags) : badVerb(verb, '<nil>');
    }
    if (verb === 'T') return formatText(typeName(value), 's', flags) ?? '';
    return verb === 'w' ? this.bad(value, verb, flags) : this.value(value, verb, flags);
  }

  private value(value: Value, verb: string, flags: Flags): string {
    const text = this.checked(this.scalarOrComposite(value, verb, flags));
    return text ?? this.bad(value, verb, flags);
  }

  private bad(value: Value, verb: string, flags: Flags): string {
    const text = this.scalarOrComposite(value, 'v', flags) ?? '';
    return badVerb(verb, `${typeName(value)}=${text}`);
  }

  private checked(text: string | undefined): string | undefined {
    this.budget.checkLength(text?.length ?? 0);
    return text;
  }

  private scalarOrComposite(value: Value, verb: string, flags: Flags): string | undefined {
    switch (typeof value) {
      case 'string':
        return formatText(value, verb, flags);
      case 'number':
        return formatFloatVerb(value, verb, flags);
      case 'bigint':
        return formatInteger(value, verb, flags, true);
      case 'boolean':
        return verb === 't' || verb === 'v' ? pad(String(value), flags) : undefined;
      case 'function':
        return undefined;
      default:
        return this.object(value, verb, flags);
    }
  }

  private object(value: Value, verb: string, flags: Flags): string | undefined {
    if (value instanceof GoInteger) {
      return formatInteger(value.value, verb, flags, !value.type.startsWith('u'));
    }
    if (value instanceof Complex) return formatComplex(value, verb, flags);
    if (verb === 'p') return pad('0xc000012345', flags);
    if (isList(value)) return this.list(value, verb, flags);
    return this.map(value as GoMap, verb, flags);
  }

  private list(list: readonly Value[], verb: string, flags: Flags): string {
    const separator = flags.sharpV ? ', ' : ' ';
    let text = flags.sharpV ? `${typeName(list)}{` : '[';
    list.forEach((element, index) => {
      text += (index > 0 ? separator : '') + this.element(element, verb, flags);
      this.budget.checkLength(text.length);
    });
    return text + (flags.sharpV ? '}' : ']');
  }

  private map(map: GoMap, verb: string, flags: Flags): string {
    const separator = flags.sharpV ? ', ' : ' ';
    let text = flags.sharpV ? `${typeName(map)}{` : 'map[';
    sortedKeys(map).forEach((key, index) => {
      const entry = `${this.value(key, verb, flags)}:${this.element(map[key], verb, flags)}`;
      text += (index > 0 ? separator : '') + entry;
      this.budget.checkLength(text.length);
    });
    return text + (flags.sharpV ? '}' : ']');
  }

  private element(value: Value, verb: string, flags: Flags): string {
    this.budget.charge(1);
    if (value !== undefined && value !== null) return this.value(value, verb, flags);
    return flags.sharpV ? 'interface {}(nil)' : '<nil>';
  }
}

const PLAIN = noFlags();

/** The text of `%v`. */
export function display(value: Value, budget: Budget): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return shortestFloat(value);
  if (typeof value === 'bigint') return value.toString();
  return new Printer(budget).operand(value, 'v', PLAIN);
}

function badVerb(verb: string, description: string): string {
  return `%!${verb}(${description})`;
}
