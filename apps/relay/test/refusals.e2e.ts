import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runCommand } from '../src/cli/run-command.js';
import { grafanaAccess } from '../src/sinks/grafana-pictures.js';
import { relay } from '../src/app.js';
import { redacted } from '@sextant/platform-runtime/config';
import { startRelay } from './running-relay.js';
import { readConfig } from '../src/options/config.js';

const folder = mkdtempSync(join(tmpdir(), 'refusals-'));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const foreign = file('foreign.tmpl', '{{/* ours */}}\n{{ define "other-message" }}x{{ end }}\n');
const route = (sink: string) => JSON.stringify([{ sinks: [sink] }]);

/** Configurations that would take everything and send nothing, or be open, and why they are refused. */
const REFUSED: readonly (readonly [string, Record<string, string>, RegExp])[] = [
  [
    'an address of the bot without a token',
    { CHATBOT_URL: 'http://h/foo', CHATBOT_OUT_CHAT_ID: '1' },
    /must hold the token/,
  ],
  [
    'an address of the bot without a chat',
    { CHATBOT_URL: 'http://h/bot1:x/sendMessage' },
    /needs chat_id/,
  ],
  ['a route to a sink without an address', { ROUTES: route('webhook') }, /webhook has no address/],
  [
    'a template of another channel',
    { WEBHOOK_OUT_URL: 'http://h', WEBHOOK_OUT_MESSAGE: foreign },
    /defines other-message and not webhook-message/,
  ],
  [
    'a template file that is not there',
    { WEBHOOK_OUT_URL: 'http://h', WEBHOOK_OUT_MESSAGE: '/etc/nosuchfile.tmpl' },
    /no file \/etc\/nosuchfile\.tmpl/,
  ],
  [
    'a variable that is no option',
    { VCENTER_IN_URL: 'http://h' },
    /EVENTS_VCENTER_IN_URL: unknown option/,
  ],
  ['a user without a password', { HTTP_BASIC_USER: 'x' }, /needs --http-basic-password/],
  ['a certificate that nothing uses', { HTTP_IN_CERT: foreign }, /need --https-listen/],
  [
    'a certificate without a key',
    { HTTPS_LISTEN: '127.0.0.1:0', HTTPS_CERT: foreign },
    /needs --https-cert and --https-key/,
  ],
  [
    'a certificate that cannot be read',
    { HTTPS_LISTEN: '127.0.0.1:0', HTTPS_CERT: '/nosuch', HTTPS_KEY: foreign },
    /--https-cert: the file cannot be read/,
  ],
  [
    'a path of two inputs',
    { HTTP_K8S_URL: '/alertmanager', HTTP_ALERTMANAGER_URL: '/alertmanager' },
    /two inputs/,
  ],
  ['a path without a slash', { HTTP_K8S_URL: 'k8s' }, /begin with a slash/],
  ['a path that is a pattern', { HTTP_K8S_URL: '/k8s(prod' }, /the path \/k8s\(prod may hold/],
  ['a path with a question mark', { HTTP_JSON_URL: '/json?a=b' }, /the path \/json\?a=b may hold/],
  ['a SASL user without a password', { KAFKA_SASL_USER: 'x' }, /need each other/],
  [
    'a topic that is read and written',
    { KAFKA_OUT_BROKERS: 'k:9', KAFKA_IN_BROKERS: 'k:9', KAFKA_IN_TOPICS: 'events' },
    /come back for ever/,
  ],
];
const envOf = (options: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [`EVENTS_${name}`, value]));

describe('a configuration with which events would vanish', () => {
  it.each(REFUSED)('is refused by check: %s', async (_name, options, why) => {
    const lines: string[] = [];
    const terminal = {
      env: envOf(options),
      out: (line: string) => void lines.push(line),
      err: (line: string) => void lines.push(line),
    };

    const code = await runCommand('check', [], terminal);

    expect([code, lines.join('\n')]).toEqual([1, expect.stringMatching(why)]);
  });

  it.each(REFUSED)('is refused at start: %s', async (_name, options, why) => {
    await expect(startRelay(envOf(options))).rejects.toThrow(why);
  });

  it('is refused for a template of log lines that cannot be parsed', () => {
    expect(() => readConfig([], { EVENTS_STDOUT_TEMPLATE: '{{ .x' })).toThrow('STDOUT_TEMPLATE');
  });
});

describe('what wins', () => {
  it('is a flag over a variable, in any spelling, and a variable over the file', () => {
    const yaml = file('listen.yaml', 'options: { http-in-listen: "127.0.0.1:7001" }');
    const port = (words: string[], env = {}) => readConfig([...words, '--config', yaml], env).port;

    expect([
      port([]),
      port([], { EVENTS_HTTP_LISTEN: ':7002' }),
      port(['--http-in-listen', ':7003'], { EVENTS_HTTP_LISTEN: ':7002' }),
    ]).toEqual([7001, 7002, 7003]);
  });

  it("is the relay's own level over the general one", () => {
    const env = { EVENTS_STDOUT_LEVEL: 'debug', LOG_LEVEL: 'error' };

    expect(readConfig([], env).logLevel).toBe('debug');
    expect(readConfig(['--log-level', 'warn'], env).logLevel).toBe('warn');
  });
});

describe('forward', () => {
  it('is a regular expression of RE2', () => {
    const { teamchatForward } = readConfig([], { EVENTS_SLACK_OUT_FORWARD: '(?i)kafka' });

    expect([teamchatForward?.test('Kafka'), teamchatForward?.test('Webhook')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('the address of Grafana', () => {
  it('may hold credentials, which are not logged', () => {
    const config = readConfig([], { EVENTS_DASHBOARD_URL: 'http://admin:hunter%402@grafana/x' });

    expect(JSON.stringify(redacted(relay.settings, config))).not.toContain('hunter');
    expect(grafanaAccess(config.dashboardUrl ?? '', undefined)).toEqual({
      url: 'http://grafana/x',
      apiKey: 'admin:hunter@2',
    });
    expect(grafanaAccess('http://grafana/', 'key')).toEqual({
      url: 'http://grafana',
      apiKey: 'key',
    });
  });
});

describe('a method that a path does not serve', () => {
  it.each([
    ['GET', '/relay/k8s', 'POST'],
    ['PUT', '/relay/alertmanager', 'POST'],
    ['PUT', '/relay/dead-letters/replay', 'DELETE, POST'],
    ['POST', '/relay/status', 'GET, HEAD'],
  ])('is 405 for %s %s, with Allow: %s', async (method, path, allowed) => {
    const running = await startRelay();

    const answer = await fetch(running.url + path, { method });
    const body = await answer.json();
    await running.close();

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allowed);
    expect(body).toMatchObject({ error: { code: 'method_not_allowed' } });
  });
});
