import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TemplateError } from '@sextant/go-template';
import { viewOf } from '../domain/event-view.js';
import { messageTemplate } from '../domain/templates/message-template.js';
import { admissionSource } from '../domain/sources/admission-review.js';
import { alertmanagerSource } from '../domain/sources/alertmanager.js';
import type { Terminal } from './run-command.js';

const USAGE = `Usage: relay render --template TEXT_OR_FILE --event FILE.json [--name NAME]

Renders the message of an event. The file holds a notification of Alertmanager, an admission review,
or an event as templates see it ({"type", "channel", "time", "data"}). NAME is that of the template
that the text defines (default: chatbot-message).`;

/** Names under which templates define their messages. */
const NAMES = ['chatbot', 'teamchat', 'workplacechat', 'telegram', 'slack', 'workchat', 'kafka'];

/** `relay render`: what a template makes of an event, without sending it. */
export function render(words: readonly string[], { env, out, err }: Terminal): number {
  const options = optionsOf(words);
  if (options === undefined) {
    err(USAGE);
    return 2;
  }
  try {
    const message = messageTemplate({
      names: [options.name, ...NAMES.map((name) => `${name}-message`)],
      text: textOf(options.template),
      functions: { env },
    });
    for (const view of viewsOf(JSON.parse(readFileSync(options.event, 'utf8')))) out(message(view));
    return 0;
  } catch (error) {
    const { message } = error as Error;
    err(error instanceof TemplateError ? message : `${options.event}: ${message}`);
    return 1;
  }
}

function optionsOf(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        template: { type: 'string' },
        event: { type: 'string' },
        name: { type: 'string', default: 'chatbot-message' },
      },
    });
    const { template, event, name } = values;
    return template === undefined || event === undefined ? undefined : { template, event, name };
  } catch {
    return undefined;
  }
}

function textOf(template: string): string {
  if (template.includes('{{')) return template;
  try {
    return readFileSync(template, 'utf8');
  } catch {
    return template; // a template may well be plain text
  }
}

/** Recognises what senders post; anything else is taken for an event. */
function viewsOf(body: unknown): readonly unknown[] {
  const arrival = { channel: 'render', nowMs: Date.now() };
  const members = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(members['alerts'])) {
    return alertmanagerSource('alert').receive(body, arrival).events.map(viewOf);
  }
  if (members['request'] !== undefined) {
    return admissionSource({ values: true, commands: true })
      .receive(body, arrival)
      .events.map(viewOf);
  }
  return [body];
}
