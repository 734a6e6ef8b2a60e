import { ExecError, LimitError } from '../errors.js';
import { quote } from '../format/quote.js';
import { display } from '../format/printer.js';
import { nodeText, type AnyNode } from '../parse/node.js';
import { Budget, type Limits } from '../values/limits.js';
import { typeName, type Value } from '../values/value.js';

/** Whether a statement ended a loop's iteration or the loop. */
export type Signal = 'next' | 'break' | 'continue';

export type Statement = (run: Run, dot: Value) => Signal;
export type Evaluate = (run: Run, dot: Value) => Value;

export interface CompiledTemplate {
  readonly name: string;
  readonly slots: number;
  readonly body: Statement;
}

export type MissingKey = 'default' | 'zero' | 'error';

/** What an execution reads and does not change. */
export interface Program {
  readonly name: string;
  readonly text: string;
  readonly templates: ReadonlyMap<string, CompiledTemplate>;
  readonly missingKey: MissingKey;
  readonly limits: Limits;
}

/** One execution: its output, its variables and the node at work, which errors name. */
export class Run {
  output = '';
  node: AnyNode | undefined;
  variables: Value[] = [];
  readonly budget: Budget;
  readonly missingKey: MissingKey;
  private readonly maxOutput: number;
  private depth = 0;
  private template = '';

  constructor(private readonly program: Program) {
    this.budget = new Budget(program.limits);
    this.missingKey = program.missingKey;
    this.maxOutput = program.limits.output;
  }

  write(text: string): void {
    this.output += text;
    if (this.output.length > this.maxOutput) this.budget.checkLength(this.output.length);
  }

  print(value: Value, node: AnyNode): void {
    this.write(typeof value === 'string' ? value : this.printable(value, node));
  }

  private printable(value: Value, node: AnyNode): string {
    if (value === undefined) return '<no value>';
    if (typeof value === 'function') {
      this.node = node;
      this.fail(`can't print ${nodeText(node)} of type ${typeName(value)}`);
    }
    return display(value, this.budget);
  }

  /** Runs a template of the set, with variables of its own. */
  call(name: string, dot: () => Value): void {
    const template = this.program.templates.get(name);
    if (template === undefined) this.fail(`template ${quote(name)} not defined`);
    if (this.depth >= this.program.limits.depth) {
      throw new LimitError(`exceeded maximum template depth (${this.program.limits.depth})`);
    }
    const outer = { variables: this.variables, template: this.template };
    this.enter(template, dot());
    this.variables = outer.variables;
    this.template = outer.template;
    this.depth -= 1;
  }

  enter(template: CompiledTemplate, dot: Value): void {
    this.depth += 1;
    this.template = template.name;
    this.variables = new Array<Value>(template.slots);
    this.variables[0] = dot;
    template.body(this, dot);
  }

  fail(message: string, cause?: unknown): never {
    throw new ExecError(this.describe(message), { cause });
  }

  /** An error text with the place that Go would name. */
  describe(message: string): string {
    if (this.node === undefined) return `template: ${this.template}: ${message}`;
    const before = this.program.text.slice(0, this.node.position);
    const lineStart = before.lastIndexOf('\n') + 1;
    const line = before.split('\n').length;
    const column = Buffer.byteLength(before.slice(lineStart));
    const place = `${this.program.name}:${line}:${column}`;
    const context = nodeText(this.node);
    return `template: ${place}: executing ${quote(this.template)} at <${context}>: ${message}`;
  }
}
