import type { RelayEvent } from '../events/event.js';
import type { Routing } from '../routing/plan.js';

/** A template as it is used now, by the option that gives it. */
export interface DeployedTemplate {
  readonly option: string;
  readonly text: string;
}

export interface TemplateTrial {
  readonly option: string;
  readonly text: string;
  readonly event: RelayEvent;
}

export interface TemplateFault {
  readonly message: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

export interface TrialResult {
  readonly output: string | undefined;
  readonly fault: TemplateFault | undefined;
  /** Functions that only the upstream tool has. */
  readonly warnings: readonly string[];
  /** From what is deployed to what was tried; empty when they are the same. */
  readonly difference: string;
}

export interface CheckedConfiguration {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly sinks: readonly string[];
  /** From what is deployed to what was given, without secrets. */
  readonly difference: string;
}

/** What operators try out. Nothing of it changes what the relay does. */
export abstract class Workbench {
  abstract templates(): readonly DeployedTemplate[];
  /** @throws {Problem} `template_not_found` when nothing is deployed under the option */
  abstract tryTemplate(trial: TemplateTrial): TrialResult;
  abstract checkConfiguration(text: string): CheckedConfiguration;
  abstract routing(): Routing;
}
