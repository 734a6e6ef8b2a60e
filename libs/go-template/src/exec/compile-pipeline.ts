import {
  nodeText,
  type ChainNode,
  type CommandNode,
  type FieldNode,
  type IdentifierNode,
  type OperandNode,
  type PipeNode,
  type VariableNode,
} from '../parse/node.js';
import type { Value } from '../values/value.js';
import { compileConstant, isConstantNode, validate } from './argument.js';
import { compileCall, type Stage } from './compile-call.js';
import { fieldOf, fieldWithArguments } from './field.js';
import type { ParamType, TemplateFunction } from './function.js';
import type { Evaluate, Run } from './run.js';
import type { Scope } from './scope.js';

export interface FunctionSet {
  readonly get: (name: string) => TemplateFunction | undefined;
  /** A function given by the caller hides the one of Go. */
  readonly isBuiltin: (name: string) => boolean;
}

/** Compiles pipelines to closures. */
export class PipelineCompiler {
  /** Pipelines around the one that is compiled. */
  private nesting = 0;

  constructor(
    private readonly scope: Scope,
    private readonly functions: FunctionSet,
  ) {}

  /** A pipeline's value, after its variables are set. */
  pipeline(pipe: PipeNode, areElements = false): Evaluate {
    const value = this.pipelineValue(pipe);
    const set = this.setters(pipe, areElements);
    if (set.length === 0) return value;
    return (run, dot) => {
      const result = value(run, dot);
      for (const setVariable of set) setVariable(run, result);
      return result;
    };
  }

  /** What sets the variables of a declaration or assignment. */
  setters(pipe: PipeNode, areElements: boolean): ((run: Run, value: Value) => void)[] {
    return pipe.variables.map((name, index) => {
      const isElement = areElements && index === pipe.variables.length - 1;
      const slot = pipe.isAssign
        ? this.scope.find(name)?.slot
        : this.scope.declare(name, isElement, this.nesting > 0);
      return (run, value) => {
        if (slot === undefined) return run.fail(`undefined variable: ${name}`);
        run.variables[slot] = value;
      };
    });
  }

  private pipelineValue(pipe: PipeNode): Evaluate {
    const [first, ...others] = pipe.commands.map((command, index) =>
      this.command(command, index > 0),
    );
    if (first === undefined) return () => undefined;
    return (run, dot) => {
      run.node = pipe;
      let value = first(run, dot, undefined) ?? undefined;
      for (const stage of others) value = stage(run, dot, value) ?? undefined;
      return value;
    };
  }

  private command(command: CommandNode, hasFinal: boolean): Stage {
    const [first, ...args] = command.args;
    if (first === undefined) return () => undefined;
    const hasArguments = args.length > 0 || hasFinal;
    switch (first.kind) {
      case 'field':
      case 'chain':
        return this.fieldOrChain(first, hasArguments);
      case 'variable':
        return this.variable(first, hasArguments);
      case 'identifier':
        return this.call(first, { node: command, args, hasFinal });
      case 'pipe':
        return hasArguments ? refusal(first, undefined) : this.pipeline(first);
      default:
        return hasArguments ? refusal(first, first) : this.lone(first);
    }
  }

  /** A literal, nil or dot alone in its command. */
  private lone(node: OperandNode): Evaluate {
    if (node.kind === 'dot') return this.dot(node);
    if (node.kind === 'nil') {
      return (run) => {
        run.node = node;
        return run.fail('nil is not a command');
      };
    }
    return this.argument(node, 'value');
  }

  private dot(node: OperandNode): Evaluate {
    return (run, dot) => {
      run.node = node;
      return dot;
    };
  }

  /** An operand as the argument of a function. */
  argument(node: OperandNode, type: ParamType): Evaluate {
    if (isConstantNode(node)) return compileConstant(node, type);
    const value = this.operand(node);
    if (type === 'value') return value;
    return (run, dot) => validate(run, value(run, dot), type);
  }

  private operand(node: OperandNode): Evaluate {
    switch (node.kind) {
      case 'field':
      case 'chain':
        return this.fieldOrChain(node, false);
      case 'variable':
        return this.variable(node, false);
      case 'pipe': {
        this.nesting += 1;
        const value = this.pipeline(node);
        this.nesting -= 1;
        return (run, dot) => {
          run.node = node;
          return value(run, dot);
        };
      }
      case 'identifier': {
        const stage = this.call(node, { node, args: [], hasFinal: false });
        return (run, dot) => stage(run, dot, undefined);
      }
      default:
        return this.dot(node);
    }
  }

  private call(
    identifier: IdentifierNode,
    call: { node: CommandNode | IdentifierNode; args: readonly OperandNode[]; hasFinal: boolean },
  ): Stage {
    const fn = this.functions.get(identifier.name);
    if (fn === undefined) {
      return (run) => run.fail(`"${identifier.name}" is not a defined function`);
    }
    const isBuiltin = this.functions.isBuiltin(identifier.name);
    return compileCall({ identifier, ...call }, { fn, isBuiltin }, (node, type) =>
      this.argument(node, type),
    );
  }

  private fieldOrChain(node: FieldNode | ChainNode, hasArguments: boolean): Evaluate {
    if (node.kind === 'field') {
      return fields(node, (_run, dot) => dot, {
        hasArguments,
        isElement: this.scope.isElementDot,
      });
    }
    if (node.base.kind === 'nil') {
      return (run) => {
        run.node = node;
        return run.fail(`indirection through explicit nil in ${nodeText(node)}`);
      };
    }
    return fields(node, this.argument(node.base, 'value'), { hasArguments, isElement: false });
  }

  private variable(node: VariableNode, hasArguments: boolean): Evaluate {
    const variable = this.scope.find(node.name);
    const value: Evaluate = (run) => {
      run.node = node;
      if (variable === undefined || (variable.isConditional && !(variable.slot in run.variables))) {
        return run.fail(`undefined variable: ${node.name}`);
      }
      return run.variables[variable.slot];
    };
    if (node.names.length > 0) {
      return fields(node, value, { hasArguments, isElement: variable?.isElement === true });
    }
    if (!hasArguments) return value;
    return (run, dot) => {
      value(run, dot);
      return run.fail(`can't give argument to non-function ${nodeText(node)}`);
    };
  }
}

function fields(
  node: FieldNode | ChainNode | VariableNode,
  base: Evaluate,
  { hasArguments, isElement }: { hasArguments: boolean; isElement: boolean },
): Evaluate {
  const inner = node.names.slice(0, -1);
  const last = node.names.at(-1) ?? '';
  const lastOf = hasArguments ? fieldWithArguments : fieldOf;
  const isInner = inner.length > 0;
  return (run, dot) => {
    run.node = node;
    let receiver = base(run, dot);
    let element = isElement;
    for (const name of inner) {
      receiver = fieldOf(run, receiver, name, element);
      element = true;
    }
    return lastOf(run, receiver, last, isInner || isElement);
  };
}

function refusal(node: OperandNode, at: OperandNode | undefined): Stage {
  return (run) => {
    run.node = at ?? run.node;
    return run.fail(`can't give argument to non-function ${nodeText(node)}`);
  };
}
