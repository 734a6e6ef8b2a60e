interface Variable {
  readonly slot: number;
  /** It holds elements of a list or map. */
  readonly isElement: boolean;
  /** Its declaration is an argument, which `and` and `or` may never evaluate. */
  readonly isConditional: boolean;
}

/** Variables of a template while it is compiled: each declaration gets a slot of its own. */
export class Scope {
  private readonly visible: (Variable & { readonly name: string })[] = [];
  private next = 0;
  /** Whether dot is an element of a list or map, which error texts tell. */
  isElementDot = false;

  constructor() {
    this.declare('$');
  }

  /** Number of slots that a run of the template needs. */
  get slots(): number {
    return this.next;
  }

  declare(name: string, isElement = false, isConditional = false): number {
    const slot = this.next;
    this.next += 1;
    this.visible.push({ name, slot, isElement, isConditional });
    return slot;
  }

  find(name: string): Variable | undefined {
    return this.visible.findLast((variable) => variable.name === name);
  }

  /** Compiles a part whose variables end with it. */
  within<T>(compile: () => T): T {
    const { length } = this.visible;
    const { isElementDot } = this;
    const compiled = compile();
    this.visible.length = length;
    this.isElementDot = isElementDot;
    return compiled;
  }
}
