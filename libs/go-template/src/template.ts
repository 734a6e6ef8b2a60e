import { BUILTINS } from './builtins/builtins.js';
import { ExecError, LimitError } from './errors.js';
import { isEngineLimit } from './exec/compile-call.js';
import type { FunctionSet } from './exec/compile-pipeline.js';
import { compileTemplate } from './exec/compile-template.js';
import { asTemplateFunction, type FunctionMap } from './exec/function.js';
import { Run, type CompiledTemplate, type MissingKey, type Program } from './exec/run.js';
import { quote } from './format/quote.js';
import type { Delims } from './parse/lexer.js';
import { isBlank, parseTrees } from './parse/parser.js';
import { canonical, toBytes, toText } from './values/go-string.js';
import { DEFAULT_LIMITS, type Limits } from './values/limits.js';
import type { Value } from './values/value.js';

export interface TemplateOptions {
  /** Functions beside Go's own, which they may hide. */
  readonly functions?: FunctionMap;
  /** What a key that a map does not have gives. Default: `<no value>`. */
  readonly missingKey?: MissingKey;
  readonly limits?: Partial<Limits>;
  /** Default: `{{` and `}}`. An empty string stands for its default. */
  readonly delims?: { readonly left: string; readonly right: string };
}

/** A parsed template with those that it defines. It keeps no state between executions. */
export interface Template {
  readonly name: string;
  /** Names of all templates of the set, sorted. */
  readonly templateNames: readonly string[];
  /** The functions that the set names, sorted; also in branches that never run. */
  readonly functionNames: readonly string[];
  /** Whether a template of the set is there and holds more than white space, comments and definitions. */
  hasContent(name: string): boolean;
  /**
   * Renders the template.
   *
   * @param data JSON values; also bigint for Go's int, and functions for `call`. Strings are
   *   well-formed: a lone U+DC80 to U+DCFF would stand for the byte 0x80 to 0xFF.
   * @returns text; bytes that are no UTF-8 are U+FFFD
   * @throws {ExecError} with Go's text
   * @throws {LimitError} when a bound is reached
   */
  execute(data: unknown): string;
  /** Renders another template of the set. */
  executeTemplate(name: string, data: unknown): string;
  /** Renders to bytes, which need not be valid UTF-8. */
  executeBytes(data: unknown): Uint8Array;
}

/**
 * Parses a template as Go's text/template and compiles it to closures.
 *
 * @throws {ParseError} with Go's text
 */
export function parse(name: string, text: string, options: TemplateOptions = {}): Template {
  const functions = functionSet(options.functions ?? {});
  const named = new Set<string>();
  const trees = parseTrees(text, {
    name,
    delims: delimsOf(options.delims),
    hasFunction: (candidate) => {
      named.add(candidate);
      return functions.get(candidate) !== undefined;
    },
  });
  const templates = new Map<string, CompiledTemplate>();
  for (const [treeName, list] of trees) {
    templates.set(treeName, compileTemplate(treeName, list, functions));
  }
  const filled = [...trees].filter(([, list]) => !isBlank(list)).map(([treeName]) => treeName);
  const program: Program = {
    name,
    text,
    templates,
    missingKey: options.missingKey ?? 'default',
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  };
  return new ParsedTemplate(program, { filled: new Set(filled), functionNames: [...named].sort() });
}

function delimsOf(delims: TemplateOptions['delims']): Delims {
  const { left, right } = delims ?? { left: '', right: '' };
  return { left: left === '' ? '{{' : left, right: right === '' ? '}}' : right };
}

class ParsedTemplate implements Template {
  constructor(
    private readonly program: Program,
    private readonly parsed: {
      readonly filled: ReadonlySet<string>;
      readonly functionNames: readonly string[];
    },
  ) {}

  get functionNames(): readonly string[] {
    return this.parsed.functionNames;
  }

  get name(): string {
    return this.program.name;
  }

  get templateNames(): readonly string[] {
    return [...this.program.templates.keys()].sort();
  }

  hasContent(name: string): boolean {
    return this.parsed.filled.has(name);
  }

  execute(data: unknown): string {
    return toText(this.render(this.name, data));
  }

  executeTemplate(name: string, data: unknown): string {
    if (!this.program.templates.has(name)) {
      throw new ExecError(
        `template: no template ${quote(name)} associated with template ${quote(this.name)}`,
      );
    }
    return toText(this.render(name, data));
  }

  executeBytes(data: unknown): Uint8Array {
    return toBytes(canonical(this.render(this.name, data)));
  }

  private render(name: string, data: unknown): string {
    const template = this.program.templates.get(name);
    if (template === undefined) {
      throw new ExecError(`template: ${name}: ${quote(name)} is an incomplete or empty template`);
    }
    const run = new Run(this.program);
    try {
      run.enter(template, (data ?? undefined) as Value);
    } catch (error) {
      throw withPlace(error, run);
    }
    return run.output;
  }
}

/** Bounds are reported with the place at which they were reached. */
function withPlace(error: unknown, run: Run): unknown {
  if (error instanceof LimitError) return new LimitError(run.describe(error.message));
  if (isEngineLimit(error)) {
    return new LimitError(run.describe('nested too deeply or a string too long'), { cause: error });
  }
  return error;
}

function functionSet(functions: FunctionMap): FunctionSet {
  const own = new Map(
    Object.entries(functions).map(([name, fn]) => [name, asTemplateFunction(fn)] as const),
  );
  const builtin = (name: string) => (Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined);
  return {
    get: (name) => own.get(name) ?? builtin(name),
    isBuiltin: (name) => !own.has(name) && builtin(name) !== undefined,
  };
}
