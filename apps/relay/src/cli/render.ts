import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sinkVars } from '../sinks/sink-vars.js';
import { Templates } from '../templates/templates.js';
import { viewOf } from '../events/event-view.js';
import { admissionSource } from '../admission/admission-review.js';
import { alertmanagerSource } from '../sources/alertmanager.js';
import type { Command, Terminal } from './command.js';
import { readConfig } from '../options/config.js';

const USAGE = `Usage: relay render --template TEXT_OR_FILE_OR_NAME --event FILE.json [--name NAME] [options]

Renders the message of an event. The file holds a notification of Alertmanager, an admission review,
or an event as templates see it ({"type", "channel", "time", "data"}). NAME is that of the template
that the text defines (default: chatbot-message). All other options are those of the service, such as
--config FILE for its templates, --template-env, --template-time-format, and what getVar reads.`;

/** The sinks, with what their variables begin with, and the names that their messages have. */
const SINKS: Readonly<Record<string, string>> = {
  ...{ chatbot: '(?:CHATBOT|TELEGRAM)', telegram: '(?:CHATBOT|TELEGRAM)' },
  ...{ teamchat: '(?:TEAMCHAT|SLACK)', slack: '(?:TEAMCHAT|SLACK)' },
  ...{ workplacechat: '(?:WORKPLACECHAT|WORKCHAT)', workchat: '(?:WORKPLACECHAT|WORKCHAT)' },
  ...{ kafka: 'KAFKA', webhook: 'WEBHOOK', stdout: 'STDOUT' },
};

/** `relay render`: what a template makes of an event, without sending it. */
export const render: Command = { usage: USAGE, run: renderEvents };

function renderEvents(words: readonly string[], { env, out, err }: Terminal): number {
  const options = optionsOf(words);
  if (options === undefined) {
    err(USAGE);
    return 2;
  }
  try {
    const message = templateOf(options, env);
    for (const view of viewsOf(eventsIn(options.event))) out(message(view));
    return 0;
  } catch (error) {
    err((error as Error).message);
    return 1;
  }
}

/** @throws {ConfigError} */
function templateOf({ name, template, others }: RenderOptions, env: Terminal['env']) {
  const config = readConfig(others, env);
  const prefix = SINKS[name.replace(/-message$/, '')] ?? '';
  return new Templates(config, env).compile({
    option: 'template',
    names: [name, ...Object.keys(SINKS).map((sink) => `${sink}-message`)],
    value: template,
    vars: prefix === '' ? {} : sinkVars(config, prefix),
  });
}

function eventsIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

interface RenderOptions {
  readonly template: string;
  readonly event: string;
  readonly name: string;
  /** Options of the service. */
  readonly others: readonly string[];
}

const OWN = ['template', 'event', 'name'];

function optionsOf(words: readonly string[]): RenderOptions | undefined {
  const { values, tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(OWN.map((name) => [name, { type: 'string' as const }])),
    ...{ strict: false, tokens: true, allowPositionals: true },
  });
  const { template, event, name = 'chatbot-message' } = values;
  if (![template, event, name].every((value) => typeof value === 'string')) return undefined;
  const own = tokens.flatMap((token) =>
    token.kind === 'option' && OWN.includes(token.name)
      ? [token.index, ...(token.inlineValue === false ? [token.index + 1] : [])]
      : [],
  );
  const others = words.filter((_word, index) => !own.includes(index));
  return { template: String(template), event: String(event), name: String(name), others };
}

/** Recognises what senders post; anything else is taken for an event. */
function viewsOf(body: unknown): readonly unknown[] {
  const arrival = { channel: 'render', nowMs: Date.now() };
  const members = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(members['alerts'])) {
    return alertmanagerSource('alert').receive(body, arrival).events.map(viewOf);
  }
  if (members['request'] !== undefined) {
    return admissionSource({ redact: true, redactCommands: true })
      .receive(body, arrival)
      .events.map(viewOf);
  }
  return [body];
}
