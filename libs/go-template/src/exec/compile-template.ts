import type {
  ActionNode,
  BranchNode,
  ListNode,
  StatementNode,
  TemplateNode,
} from '../parse/node.js';
import { isTrue } from '../values/value.js';
import { PipelineCompiler, type FunctionSet } from './compile-pipeline.js';
import { compileRange } from './compile-range.js';
import type { CompiledTemplate, Statement } from './run.js';
import { Scope } from './scope.js';

/** Compiles a template to closures. Nothing is ever evaluated from source text. */
export function compileTemplate(
  name: string,
  list: ListNode,
  functions: FunctionSet,
): CompiledTemplate {
  const scope = new Scope();
  const body = new TemplateCompiler(scope, functions).list(list);
  return { name, slots: scope.slots, body };
}

class TemplateCompiler {
  private readonly pipelines: PipelineCompiler;

  constructor(
    private readonly scope: Scope,
    functions: FunctionSet,
  ) {
    this.pipelines = new PipelineCompiler(scope, functions);
  }

  list({ nodes }: ListNode): Statement {
    const statements = nodes.map((node) => this.statement(node));
    const [only] = statements;
    if (only !== undefined && statements.length === 1) return only;
    return (run, dot) => {
      for (const statement of statements) {
        const signal = statement(run, dot);
        if (signal !== 'next') return signal;
      }
      return 'next';
    };
  }

  private statement(node: StatementNode): Statement {
    switch (node.kind) {
      case 'text': {
        const { text } = node;
        return (run) => {
          run.write(text);
          return 'next';
        };
      }
      case 'action':
        return this.action(node);
      case 'if':
      case 'with':
        return this.condition(node);
      case 'range':
        return this.range(node);
      case 'template':
        return this.template(node);
      case 'break':
      case 'continue': {
        const signal = node.kind;
        return () => signal;
      }
      default:
        return () => 'next';
    }
  }

  private action(node: ActionNode): Statement {
    const value = this.pipelines.pipeline(node.pipe);
    const prints = node.pipe.variables.length === 0;
    return (run, dot) => {
      run.budget.charge(1);
      run.node = node;
      const result = value(run, dot);
      if (prints) run.print(result, node);
      return 'next';
    };
  }

  private condition(node: BranchNode): Statement {
    return this.scope.within(() => {
      const value = this.pipelines.pipeline(node.pipe);
      const isWith = node.kind === 'with';
      const { isElementDot } = this.scope;
      if (isWith) this.scope.isElementDot = false;
      const list = this.scope.within(() => this.list(node.list));
      this.scope.isElementDot = isElementDot;
      const otherwise = this.otherwise(node);
      return (run, dot) => {
        run.budget.charge(1);
        const result = value(run, dot);
        if (!isTrue(result)) return otherwise(run, dot);
        return list(run, isWith ? result : dot);
      };
    });
  }

  private range(node: BranchNode): Statement {
    return this.scope.within(() => {
      const value = this.pipelines.pipeline(node.pipe, true);
      const setters = this.rangeSetters(node);
      const { isElementDot } = this.scope;
      this.scope.isElementDot = true;
      const body = this.scope.within(() => this.list(node.list));
      this.scope.isElementDot = isElementDot;
      return compileRange({ value, setters, body, otherwise: this.otherwise(node) });
    });
  }

  /** The variables are declared by the pipeline; each iteration sets them again. */
  private rangeSetters({ pipe }: BranchNode) {
    return this.pipelines.setters({ ...pipe, isAssign: true }, true);
  }

  private otherwise(node: BranchNode): Statement {
    const { otherwise } = node;
    if (otherwise === undefined) return () => 'next';
    return this.scope.within(() => this.list(otherwise));
  }

  private template(node: TemplateNode): Statement {
    const { name, pipe } = node;
    const value = pipe === undefined ? () => undefined : this.pipelines.pipeline(pipe);
    return (run, dot) => {
      run.budget.charge(1);
      run.node = node;
      run.call(name, () => value(run, dot));
      return 'next';
    };
  }
}
