import { describe, expect, it } from '@jest/globals';
import { ConfigError, type Setting } from '@sextant/platform-runtime/config';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, settings } from '../../src/options/config.js';
import { ignoredOptions, ineffective } from '../../src/options/upstream-options.js';

const folder = mkdtempSync(join(tmpdir(), 'options-'));
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const flagOf = (env: string) =>
  `--${env
    .replace(/^EVENTS_/, '')
    .toLowerCase()
    .replaceAll('_', '-')}`;

const withAliases = Object.entries(settings as Record<string, Setting<unknown>>).flatMap(
  ([name, { env, aliases = [], example }]) =>
    aliases.map((alias) => [alias, env, name, example] as const),
);

describe('options', () => {
  it.each(withAliases)('%s is %s', (alias, env, name, example) => {
    const value = (argv: string[], variables: Record<string, string>) =>
      (readConfig(argv, variables) as Record<string, unknown>)[name];

    const expected = value([], { [env]: example });

    expect(expected).toBeDefined();
    expect(value([], { [alias]: example })).toEqual(expected);
    expect(value([flagOf(alias), example], {})).toEqual(expected);
    expect(value([flagOf(env), example], {})).toEqual(expected);
  });

  it.each([
    ['--http-listen', ':8081', 'port', 8081],
    ['--http-listen', '127.0.0.1:9', 'host', '127.0.0.1'],
    ['--http-k8s-url', '/k8s', 'k8sPaths', ['/k8s']],
    ['--http-alertmanager-url', '/a,/b', 'alertmanagerPaths', ['/a', '/b']],
    ['--chatbot-out-id-token', 'T', 'chatbotToken', 'T'],
    ['--chatbot-out-chat-id', '42', 'chatbotChatIds', ['42']],
    ['--chatbot-out-message', 'm', 'chatbotMessage', 'm'],
    ['--chatbot-url', 'https://a/botT/sendMessage', 'chatbotUrl', 'https://a/botT/sendMessage'],
    ['--chatbot-message-template', 'm', 'chatbotMessage', 'm'],
    ['--teamchat-url', 'https://a/b', 'teamchatUrl', 'https://a/b'],
    ['--teamchat-message-template', 'm', 'teamchatMessage', 'm'],
    ['--workplacechat-url', 'https://a/b', 'workplacechatUrl', 'https://a/b'],
    ['--workplacechat-message-template', 'm', 'workplacechatMessage', 'm'],
    ['EVENTS_DASHBOARD_URL', 'http://g:3000', 'dashboardUrl', 'http://g:3000'],
    ['EVENTS_DASHBOARD_API_KEY', 'k', 'dashboardApiKey', 'k'],
    ['EVENTS_STDOUT_FORMAT', 'template', 'stdoutFormat', 'template'],
    ['EVENTS_STDOUT_LEVEL', 'debug', 'logLevel', 'debug'],
    ['EVENTS_STDOUT_LEVEL', 'panic', 'logLevel', 'fatal'],
    ['EVENTS_STDOUT_TEMPLATE', '{{.msg}}', 'stdoutTemplate', '{{.msg}}'],
  ])('of the specification: %s %s', (option, value, name, expected) => {
    const config = option.startsWith('--')
      ? readConfig([option, value], {})
      : readConfig([], { [option]: value });

    expect((config as Record<string, unknown>)[name]).toEqual(expected);
  });

  it('come from flags before the environment before the file before defaults', () => {
    const file = write('precedence.yaml', 'options: {kafka-out-topic: file, http-listen: ":7001"}');
    const topic = (argv: string[], env = {}) =>
      readConfig([...argv, '--config', file], env).kafkaTopic;

    expect(topic(['--kafka-out-topic', 'flag'], { EVENTS_KAFKA_OUT_TOPIC: 'env' })).toBe('flag');
    expect(topic([], { EVENTS_KAFKA_OUT_TOPIC: 'env' })).toBe('env');
    expect(topic([])).toBe('file');
    expect(readConfig([], {}).kafkaTopic).toBe('events');
    expect(readConfig([], { EVENTS_CONFIG: file }).port).toBe(7001);
  });

  it('of the file may be lists, with templates and routes beside them', () => {
    const file = write(
      'full.yaml',
      [
        'options:',
        '  kafka-out-brokers: [a:9092, b:9092]',
        '  slack-url: https://hooks.example/x',
        'templates:',
        '  short: "{{ .type }}"',
        'routes:',
        '  - match: [severity="critical"]',
        '    sinks: [teamchat]',
        '    group_by: [alertname]',
        '    group_wait_seconds: 2',
      ].join('\n'),
    );

    const config = readConfig(['--config', file], {});

    expect(config.kafkaBrokers).toEqual(['a:9092', 'b:9092']);
    expect(config.teamchatUrl).toBe('https://hooks.example/x');
    expect(config.templates).toEqual({ short: '{{ .type }}' });
    expect(config.routes?.[0]).toMatchObject({ sinks: ['teamchat'], groupWaitMs: 2000 });
  });

  it('of escalations are whole milliseconds, with which a database compares', () => {
    const steps = '[{"after_minutes": 0.33333, "to": ["webhook"]}]';
    const config = readConfig([], { EVENTS_ESCALATIONS: `[{"name": "a", "steps": ${steps}}]` });

    expect(config.escalations?.[0]?.steps[0]?.afterMs).toBe(20_000);
  });

  it.each([
    ['options: {kafka-topc: x}', 'options.kafka-topc: unknown option'],
    ['options: 3', 'options: must be a map'],
    ['options: {port: {a: 1}}', 'options.port: must be a text'],
    ['nonsense: 1', 'nonsense: unknown'],
    ['- 1', 'must be a map of options, templates, routes'],
    ['a: [', 'cannot be read'],
    ['templates: {a: 1}', 'templates.a: must be a text'],
    ['templates: x', 'templates: must be a map'],
    ['routes: 1', 'routes: must be a list'],
    ['heartbeats: [{name: a}]', 'heartbeats[0]: match must be'],
    [
      'heartbeats: [{name: a, match: [a=b], within_seconds: 5, x: 1}]',
      'heartbeats[0]: has no member x',
    ],
    ['escalations: [{name: a, matches: []}]', 'escalations[0]: has no member matches'],
    ['schedules: [{name: a, address: x}]', 'schedules[0]: has no member address'],
    ['quiet_hours: [{sinks: [], unles: []}]', 'quiet_hours[0]: has no member unles'],
    ['routes: [{sinks: [telegraph]}]', 'routes[0]: sinks must be a list of'],
    ['routes: [{sinks: [kafka], mach: []}]', 'routes[0]: has no member mach'],
    ['routes: [{sinks: [kafka], match: ["a"]}]', 'is no matcher'],
    ['routes: [{sinks: [kafka], match: ["a=~\\"(\\""]}]', 'routes[0]: match:'],
    ['routes: [{sinks: [kafka], match: ["a=\\"b"]}]', 'not closed'],
    ['routes: [{sinks: [kafka], continue: 1}]', 'continue must be'],
    ['routes: [{sinks: [kafka], group_by: a}]', 'group_by must be'],
    ['routes: [{sinks: [kafka], group_wait_seconds: -1}]', 'group_wait_seconds must be'],
  ])('of the file are refused: %s', (text, complaint) => {
    const file = write('bad.yaml', text);

    expect(() => readConfig(['--config', file], {})).toThrow(complaint);
  });

  it('name the file when it is not there', () => {
    expect(() => readConfig(['--config', '/no/such.yaml'], {})).toThrow(ConfigError);
  });

  it.each([
    ['EVENTS_HTTP_LISTEN', '8081'],
    ['EVENTS_HTTP_LISTEN', ':99999'],
    ['EVENTS_WEBHOOK_OUT_URL', 'ftp://x'],
    ['EVENTS_WEBHOOK_OUT_FORWARD', '('],
    ['EVENTS_ROUTES', '[{"sinks": 1}]'],
    ['EVENTS_ROUTES', '{'],
    ['EVENTS_TEMPLATES', '{"a": 1}'],
    ['EVENTS_CHATBOT_OUT_RATE_LIMIT', '0'],
    ['EVENTS_KAFKA_OUT_MODE', 'xml'],
  ])('are refused when wrong: %s=%s', (env, value) => {
    expect(() => readConfig([], { [env]: value })).toThrow(`${env}: `);
  });
});

describe('options of the upstream tool', () => {
  it('put TLS on the address that the inputs listen on, and plain HTTP on the loopback', () => {
    const words = ['--http-in-listen', ':8443', '--http-in-tls', '--http-in-chain', '/tls/chain'];

    expect(readConfig(words, {})).toMatchObject({
      httpsListen: { host: '0.0.0.0', port: 8443 },
      host: '127.0.0.1',
      port: 3006,
      httpsChain: '/tls/chain',
    });
    expect(readConfig(['--http-in-tls', 'false', '--http-in-listen', ':1'], {}).port).toBe(1);
  });

  it.each(Object.values(ignoredOptions).map(({ env }) => [env]))(
    '%s is taken, and warned of because it does nothing',
    (env) => {
      const config = readConfig([], { [env]: 'true' });

      expect(ineffective(config)).toEqual([
        { option: env, reason: expect.stringContaining('No effect: ') },
      ]);
    },
  );

  it('that ask for what is done anyway are not warned of', () => {
    const words = ['--logs', 'stdout', '--metrics', 'prometheus', '--prometheus-url', '/metrics'];

    expect(ineffective(readConfig([...words, '--slack-out-insecure', 'false'], {}))).toEqual([]);
  });
});
