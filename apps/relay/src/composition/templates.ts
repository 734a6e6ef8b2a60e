import { existsSync, readFileSync, statSync } from 'node:fs';
import type { RelayConfig } from '../config.js';
import { messageTemplate, type Render } from '../domain/templates/message-template.js';

/** A template that cannot be used, with the option that names it. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem';
}

export interface TemplateRequest {
  /** The option, for messages. */
  readonly option: string;
  /** Names that the root may have. */
  readonly names: readonly [string, ...string[]];
  readonly value: string;
  /** What `getVar` gives. */
  readonly vars?: Readonly<Record<string, string | number | boolean>>;
}

/** Compiles templates of options: a configured name, a file, or the text itself. */
export class Templates {
  /** What whoever calls it fails at, by option. */
  readonly warnings: string[] = [];

  constructor(
    private readonly config: Pick<RelayConfig, 'templates' | 'templateEnv' | 'templateTimeFormat'>,
    private readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  /** @throws {TemplateProblem} with Go's text */
  compile({ option, names, value, vars = {} }: TemplateRequest): Render {
    try {
      return messageTemplate({
        names,
        text: this.#textOf(value),
        onLeftOut: (missed) =>
          this.warnings.push(
            `${option}: ${missed.join(', ')}: only the upstream tool has it, calls fail`,
          ),
        functions: {
          env: this.env,
          envNames: this.config.templateEnv ?? [],
          vars,
          timeLayout: this.config.templateTimeFormat,
        },
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TemplateProblem(`${option}: ${reason}`, { cause: error });
    }
  }

  optional(request: Omit<TemplateRequest, 'value'> & { readonly value: string | undefined }) {
    const { value } = request;
    return value === undefined ? undefined : this.compile({ ...request, value });
  }

  #textOf(value: string): string {
    const { templates = {} } = this.config;
    if (Object.hasOwn(templates, value)) return templates[value] ?? '';
    if (isFile(value)) return readFileSync(value, 'utf8');
    if (isPath(value)) throw new Error(`there is no file ${value}, and no template of that name`);
    return value;
  }
}

/** Nobody wants a path to be the message. */
const isPath = (value: string): boolean =>
  /^(~|\.{0,2})\/\S*$/.test(value) || /^[^\s{:]+\.(tmpl|tpl|gotmpl|template|txt)$/.test(value);

/** A text with an action or a line end is a template, whatever files there are. */
function isFile(value: string): boolean {
  if (value.includes('{{') || value.includes('\n') || value.length > 1024) return false;
  return existsSync(value) && statSync(value).isFile();
}
