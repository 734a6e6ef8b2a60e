import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '@sextant/platform-runtime/config';
import { messageTemplate, type Render } from './message-template.js';

/** A template that cannot be used, with the option that names it. */
export class TemplateProblem extends ConfigError {
  constructor(complaint: string, options?: ErrorOptions) {
    super([complaint], options);
    this.message = complaint;
  }
}

/** What the options say of all templates. */
export interface TemplateOptions {
  /** Texts by name. */
  readonly templates: Readonly<Record<string, string>> | undefined;
  /** Variables of the environment that templates may read. */
  readonly templateEnv: readonly string[] | undefined;
  readonly templateTimeFormat: string;
}

/** A template as it is used now. */
export interface CompiledTemplate extends Omit<TemplateRequest, 'value'> {
  readonly text: string;
}

/** Files that a template may be in. */
export type MayRead = (file: string) => boolean;

/** A template of this size is none. */
const MAX_FILE_BYTES = 1024 * 1024;

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
  readonly compiled: CompiledTemplate[] = [];

  constructor(
    private readonly options: TemplateOptions,
    private readonly env: Readonly<Record<string, string | undefined>>,
    private readonly mayRead: MayRead = () => true,
  ) {}

  /** Folders of the files that templates came from. */
  readonly folders = new Set<string>();

  /** @throws {TemplateProblem} with Go's text */
  compile({ value, ...request }: TemplateRequest): Render {
    try {
      const text = this.#textOf(value);
      this.compiled.push({ ...request, text });
      return this.render({ ...request, text });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TemplateProblem(`${request.option}: ${reason}`, { cause: error });
    }
  }

  /** @throws {Error} with Go's text */
  render({ option, names, text, vars = {} }: CompiledTemplate): Render {
    return messageTemplate({
      names,
      text,
      onLeftOut: (missed) =>
        this.warnings.push(
          `${option}: ${missed.join(', ')}: only the upstream tool has it, calls fail`,
        ),
      functions: {
        env: this.env,
        envNames: this.options.templateEnv ?? [],
        vars,
        timeLayout: this.options.templateTimeFormat,
      },
    });
  }

  optional(request: Omit<TemplateRequest, 'value'> & { readonly value: string | undefined }) {
    const { value } = request;
    return value === undefined ? undefined : this.compile({ ...request, value });
  }

  #textOf(value: string): string {
    const { templates = {} } = this.options;
    if (Object.hasOwn(templates, value)) return templates[value] ?? '';
    if (isFile(value)) return this.#read(value);
    if (isPath(value)) throw new Error(`there is no file ${value}, and no template of that name`);
    return value;
  }

  #read(file: string): string {
    if (!this.mayRead(file)) {
      throw new Error(`${file} is in no folder that templates are read from here`);
    }
    if (statSync(file).size > MAX_FILE_BYTES) {
      throw new Error(`${file} is larger than ${MAX_FILE_BYTES} bytes`);
    }
    this.folders.add(dirname(realpathSync(file)));
    return readFileSync(file, 'utf8');
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
