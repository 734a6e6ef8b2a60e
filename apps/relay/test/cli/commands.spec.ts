import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';
import { runCommand } from '../../src/cli/run-command.js';
import { alert, notification, review } from '../running-relay.js';

const folder = mkdtempSync(join(tmpdir(), 'options-'));
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

async function run(command: string, words: string[], env = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    env,
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
  };
  const code = await runCommand(command, words, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('a command', () => {
  it.each(['check', 'render', 'dead-letters'])('%s explains itself with --help', async (name) => {
    const { code, out, err } = await run(name, ['--help']);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Usage: relay ${name} `);
  });

  it('that is none is refused, and the ones that there are are named', async () => {
    expect(await run('chek', [])).toEqual({
      code: 2,
      out: '',
      err: 'There is no command chek. Commands: migrate, check, render, dead-letters; options alone run the relay.',
    });
  });
});

describe('relay check', () => {
  it('lists the sinks of a configuration that is valid', async () => {
    const env = {
      EVENTS_TEAMCHAT_URL: 'https://hooks.example/x',
      EVENTS_KAFKA_OUT_BROKERS: 'k:9092',
    };

    expect(await run('check', [], env)).toEqual({
      code: 0,
      out: 'Valid. Sinks: kafka, teamchat. Routes: 0.',
      err: '',
    });
  });

  it('warns of functions that only the upstream tool has', async () => {
    const env = {
      EVENTS_STDOUT_OUT_MESSAGE: '{{ if .x }}{{ exec "ls" }}{{ jsonata .a "b" }}{{ end }}y',
    };

    expect(await run('check', [], env)).toEqual({
      code: 0,
      out: 'Valid. Sinks: stdout. Routes: 0.',
      err: 'Warning: stdout-out-message: exec, jsonata: only the upstream tool has it, calls fail.',
    });
  });

  it.each([
    [
      'a template with its place, as Go says it',
      { EVENTS_TEAMCHAT_URL: 'https://h/x', EVENTS_TEAMCHAT_MESSAGE_TEMPLATE: 'x\n{{ if }' },
      'teamchat-message-template: template: teamchat-message:2: ',
    ],
    [
      'an unknown function',
      { EVENTS_STDOUT_OUT_MESSAGE: '{{ execute "ls" }}' },
      'function "execute" not defined',
    ],
    ['a bad option', { PORT: 'x' }, 'PORT: "x" must be a whole number'],
    [
      'a route to a sink without an address',
      { EVENTS_ROUTES: '[{"sinks":["kafka"]}]' },
      'routes[0]: the sink kafka has no address',
    ],
    [
      'a bot without a chat',
      { EVENTS_CHATBOT_OUT_ID_TOKEN: 'x' },
      '--chatbot-out-id-token needs --chatbot-out-chat-id',
    ],
    ['a token without a channel', { EVENTS_TEAMCHAT_OUT_TOKEN: 'x' }, '--teamchat-out-token needs'],
    [
      'brokers without topics',
      { EVENTS_KAFKA_IN_BROKERS: 'x:1' },
      '--kafka-in-brokers and --kafka-in-topics',
    ],
    [
      'a file that cannot be read',
      { EVENTS_KAFKA_OUT_BROKERS: 'x:1', EVENTS_KAFKA_CA: '/no/such.pem' },
      '--kafka-ca: the file cannot be read',
    ],
    ['a certificate without its key', { EVENTS_KAFKA_CERT: '/dev/null' }, '--kafka-cert and'],
    ['TLS without an address', { EVENTS_HTTP_IN_TLS: 'true' }, '--http-tls needs --http-listen'],
    ['TLS without a certificate', { EVENTS_HTTPS_LISTEN: ':1' }, '--https-listen needs'],
    [
      'reviews with a key and no certificate',
      { EVENTS_HTTP_K8S_LISTEN: ':1', EVENTS_HTTPS_KEY: '-----BEGIN PRIVATE KEY-----' },
      '--http-k8s-listen needs both',
    ],
  ])('finds %s', async (_name, env, complaint) => {
    const { code, err } = await run('check', [], env);

    expect(code).toBe(1);
    expect(err).toContain(complaint);
  });
});

describe('the configuration of the README', () => {
  it('is one: all its parts in one file', async () => {
    const readme = readFileSync(join(workspaceRoot(), 'apps/relay/README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, text = '']) => text);
    const parts = blocks.filter((text) => /^(options|heartbeats|escalations):/.test(text));
    const file = write('readme.yaml', parts.join(''));
    const env = {
      ...{ EVENTS_CHATBOT_OUT_ID_TOKEN: '1:T', EVENTS_TEAMCHAT_OUT_TOKEN: 'xoxb' },
      EVENTS_PAGERDUTY_OUT_ROUTING_KEY: 'R0123456789ABCDEFGHIJKLMNOPQRSTU',
      ...{
        EVENTS_EMAIL_OUT_SMTP_URL: 'smtp://mail:25',
        EVENTS_EMAIL_OUT_FROM: 'relay@example.org',
      },
      EVENTS_EMAIL_OUT_TO: 'oncall@example.org',
    };
    const { code, err } = await run('check', ['--config', file], env);

    expect(parts).toHaveLength(2);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

describe('relay render', () => {
  const alerts = write(
    'alerts.json',
    JSON.stringify(notification([alert({ alertname: 'A' }), alert({ alertname: 'B' })])),
  );
  const configured = write('render.yaml', 'templates: {short: "{{ .type }}"}');
  const admission = write('review.json', JSON.stringify(review()));

  it.each([
    ['{{ .data.labels.alertname }}', alerts, 'A\nB'],
    ['{{ .data.kind }} {{ .data.location }}', admission, 'Pod shop.web-1'],
    [
      '{{ define "slack-message" }}{{ .type }}{{ end }}',
      alerts,
      'AlertmanagerEvent\nAlertmanagerEvent',
    ],
    [write('t.tmpl', 'from a file: {{ .x }}'), write('event.json', '{"x": 1}'), 'from a file: 1'],
    [
      '{{ getEnv "EVENTS_TEMPLATE_A" }}{{ getEnv "SECRET" }}{{ env "EVENTS_TEMPLATE_A" }}',
      admission,
      'aa',
    ],
    ['{{ markdownEscape "a.b" }}', admission, String.raw`a\.b`],
  ])('renders %s', async (template, event, expected) => {
    const env = { EVENTS_TEMPLATE_A: 'a', SECRET: 's' };

    const result = await run('render', ['--template', template, '--event', event], env);

    expect(result).toEqual({ code: 0, out: expected, err: '' });
  });

  it.each([
    ['{{ define "webhook-message" }}hook{{ end }}', 'webhook-message', [], 'hook'],
    ['{{ define "stdout-message" }}line{{ end }}', 'stdout-message', [], 'line'],
    ['{{ getVar "Topic" }}', 'kafka-message', ['--kafka-out-topic', 'own'], 'own'],
    ['{{ getVar "URL" }}.', 'webhook-message', ['--webhook-out-url', 'http://secret'], '.'],
    ['{{ getEnv "REGION" }}', 'stdout-message', ['--template-env', 'REGION'], 'eu'],
    ['{{ timeFormat "07:03" "15" }}', 'stdout-message', ['--template-time-format', '15:04'], '07'],
    ['short', 'teamchat-message', ['--config', configured], 'K8sEvent'],
  ])('renders %s as %s with %j', async (template, name, options, expected) => {
    const words = ['--template', template, '--name', name, '--event', admission, ...options];

    expect(await run('render', words, { REGION: 'eu' })).toEqual({
      code: 0,
      out: expected,
      err: '',
    });
  });

  it.each([
    [['--template', '{{ .x'], 2, 'Usage'],
    [['--nonsense'], 2, 'Usage'],
    [['--template', 'x', '--event', alerts, '--nonsense', '1'], 1, '--nonsense'],
    [['--template', '{{ .x', '--event', alerts], 1, 'unclosed action'],
    [['--template', 'x', '--event', '/no/such.json'], 1, 'no such file'],
  ])('says what is wrong with %j', async (words, code, complaint) => {
    const result = await run('render', words);

    expect(result.code).toBe(code);
    expect(result.err).toContain(complaint);
  });
});
