import type { Budget } from '../values/limits.js';
import { canonical } from '../values/go-string.js';
import { typeName, type Value } from '../values/value.js';
import { type Directive, FormatReader } from './directive.js';
import { type Flags, noFlags } from './flags.js';
import { display, Printer } from './printer.js';

/** As Go's `fmt.Sprintf`, with its error forms such as `%!d(string=x)`. */
export function sprintf(format: string, args: readonly Value[], budget: Budget): string {
  const reader = new FormatReader(format, args);
  const printer = new Printer(budget);
  let text = reader.literal();
  while (!reader.isAtEnd) {
    text += formatNext(reader, args, printer) + reader.literal();
    budget.checkLength(text.length);
  }
  if (!reader.isReordered && reader.argument < args.length) {
    text += extra(args.slice(reader.argument), printer);
  }
  return canonical(text);
}

/** As Go's `fmt.Sprint`: a blank between operands of which neither is a string. */
export function sprint(args: readonly Value[], budget: Budget): string {
  let text = '';
  let wasString = true;
  for (const arg of args) {
    const isString = typeof arg === 'string';
    text += (isString || wasString ? '' : ' ') + display(arg, budget);
    wasString = isString;
    budget.checkLength(text.length);
  }
  return canonical(text);
}

/** As Go's `fmt.Sprintln`: blanks between all operands and a newline. */
export function sprintln(args: readonly Value[], budget: Budget): string {
  let text = '';
  args.forEach((arg, index) => {
    text += (index === 0 ? '' : ' ') + display(arg, budget);
    budget.checkLength(text.length);
  });
  return canonical(`${text}\n`);
}

function formatNext(reader: FormatReader, args: readonly Value[], printer: Printer): string {
  const directive = reader.directive();
  return directive.complaints + formatOperand(directive, reader, args, printer);
}

function formatOperand(
  { verb, flags, isGoodIndex }: Directive,
  reader: FormatReader,
  args: readonly Value[],
  printer: Printer,
): string {
  if (verb === undefined) return '%!(NOVERB)';
  if (verb === '%') return '%';
  if (!isGoodIndex) return `%!${verb}(BADINDEX)`;
  if (reader.argument >= args.length) return `%!${verb}(MISSING)`;
  const arg = args[reader.argument];
  reader.argument += 1;
  return printer.operand(arg, verb, verb === 'v' || verb === 'w' ? forVerbV(flags) : flags);
}

function forVerbV(flags: Flags): Flags {
  const { sharp, plus } = flags;
  return { ...flags, sharpV: sharp, sharp: false, plusV: plus, plus: false };
}

function extra(args: readonly Value[], printer: Printer): string {
  const list = args.map((arg) =>
    arg === undefined || arg === null
      ? '<nil>'
      : `${typeName(arg)}=${printer.operand(arg, 'v', noFlags())}`,
  );
  return `%!(EXTRA ${list.join(', ')})`;
}
