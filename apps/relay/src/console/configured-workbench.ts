import { Injectable } from '@nestjs/common';
import { Deployment } from '../deployment/deployment.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { ConfigError } from '@sextant/platform-runtime/config';
import { ParseError } from '@sextant/go-template';
import { createTwoFilesPatch } from 'diff';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { parse as parseYaml, stringify } from 'yaml';
import { readConfig, settings, type RelayConfig } from '../options/config.js';
import {
  Workbench,
  type CheckedConfiguration,
  type TemplateFault,
  type TemplateTrial,
  type TrialResult,
} from './workbench.js';
import { viewOf } from '../events/event-view.js';
import type { Routing } from '../routing/plan.js';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { configPath, flagOf } from '../options/config-file.js';
import { foreignFiles } from './foreign-files.js';
import { tried } from '../deployment/tried-config.js';

/** Tries what is given with the options that the service itself was started with. */
@Injectable()
export class ConfiguredWorkbench extends Workbench {
  constructor(
    private readonly deployment: Deployment,
    private readonly dispatcher: Dispatcher,
  ) {
    super();
  }

  routing(): Routing {
    return this.dispatcher.routing;
  }

  templates() {
    return this.deployment.templates.compiled.map(({ option, text }) => ({ option, text }));
  }

  tryTemplate({ option, text, event }: TemplateTrial): TrialResult {
    const templates = this.deployment.templates;
    const deployed = templates.compiled.find((template) => template.option === option);
    if (deployed === undefined) throw RELAY_ERRORS.templateNotFound();
    const difference = differenceOf(deployed.text, text, option);
    const before = templates.warnings.length;
    try {
      const output = templates.render({ ...deployed, text })(viewOf(event));
      return { output, fault: undefined, warnings: templates.warnings.splice(before), difference };
    } catch (error) {
      const warnings = templates.warnings.splice(before);
      return { output: undefined, fault: faultOf(error), warnings, difference };
    }
  }

  /** Whoever sends a text names no files but beside those that are deployed. */
  readonly #mayRead = (file: string): boolean => {
    const path = pathOfConfiguration();
    const folders = [...this.deployment.templates.folders];
    if (path !== undefined && existsSync(path)) folders.push(dirname(realpathSync(path)));
    const real = realpathSync(file);
    return folders.some((folder) => real.startsWith(`${folder}${sep}`));
  };

  checkConfiguration(text: string): CheckedConfiguration {
    const difference = differenceOf(plainYaml(deployedText()), plainYaml(text), 'relay.yaml');
    try {
      const config = readConfig(process.argv.slice(2), process.env, text);
      const foreign = foreignFiles(config, deployedConfig(), this.#mayRead);
      if (foreign.length > 0) return { problems: foreign, warnings: [], sinks: [], difference };
      const { sinks, warnings, complaints } = tried(config, process.env, this.#mayRead);
      return { problems: complaints, warnings, sinks, difference };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return { problems: error.message.split('\n'), warnings: [], sinks: [], difference };
    }
  }
}

/** Texts with nothing in common take minutes to compare, and everything else waits meanwhile. */
const LONGEST_DIFFERENCE_MS = 250;
const UNLIKE = '(too unlike to be compared)';

const differenceOf = (before: string, after: string, name: string): string => {
  if (before === after) return '';
  const [deployed, given] = [`${name} (deployed)`, `${name} (given)`];
  const options = { context: 4, timeout: LONGEST_DIFFERENCE_MS };
  const names = [deployed, given, closed(before), closed(after), '', ''] as const;
  const lines = createTwoFilesPatch(...names, options);
  return lines === undefined ? UNLIKE : lines.split('\n').slice(1).join('\n');
};

const closed = (text: string): string => (text.endsWith('\n') || text === '' ? text : `${text}\n`);

/** `template: name:LINE:COLUMN: …`, as Go has it; Go's parser tells the line only. */
function faultOf(error: unknown): TemplateFault {
  const message = error instanceof Error ? error.message : String(error);
  const [, line, column] = /^template: [^:]*:(\d+)(?::(\d+))?:/.exec(message) ?? [];
  return {
    message,
    line: line === undefined ? undefined : Number(line),
    column: error instanceof ParseError ? error.column : column && Number(column) + 1,
  } as TemplateFault;
}

const pathOfConfiguration = (): string | undefined =>
  configPath({ argv: process.argv.slice(2), env: process.env });

/** Nothing of a file that was broken meanwhile. */
function deployedConfig(): Partial<RelayConfig> {
  try {
    return readConfig();
  } catch {
    return {};
  }
}

function deployedText(): string {
  const path = pathOfConfiguration();
  return path === undefined ? '' : readFileSync(path, 'utf8');
}

const SECRETS: ReadonlySet<string> = new Set(
  Object.values(settings)
    .filter((setting) => setting.secret === true)
    .flatMap(({ env, aliases = [] }) => [env, ...aliases].map(flagOf)),
);

/** In one spelling, so that only what matters differs, and with its secrets blanked. */
function plainYaml(text: string): string {
  try {
    const content: unknown = parseYaml(text) ?? {};
    return stringify(blanked(content), { lineWidth: 0 });
  } catch {
    return ''; // it is no YAML, which the check says
  }
}

function blanked(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return {};
  const { options, ...others } = content as Readonly<Record<string, unknown>>;
  if (typeof options !== 'object' || options === null) return content;
  const shown = Object.entries(options).map(
    ([name, value]: [string, unknown]) => [name, SECRETS.has(name) ? '(secret)' : value] as const,
  );
  return { options: Object.fromEntries(shown), ...others };
}
