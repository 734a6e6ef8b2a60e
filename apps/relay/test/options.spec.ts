import { describe, expect, it } from '@jest/globals';
import { ConfigError, type Setting } from '@sextant/platform-config';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../src/cli/run-command.js';
import { readConfig } from '../src/composition/read-config.js';
import { logDestination } from '../src/composition/log-destination.js';
import { settings } from '../src/config.js';
import { ignoredOptions, ineffective } from '../src/options/upstream-options.js';
import { alert, notification, review } from './running-relay.js';

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
      err: 'There is no command chek. Commands: check, render, dead-letters; options alone run the relay.',
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

describe('log lines', () => {
  const line = (
    stdoutFormat: 'json' | 'text' | 'template',
    stdoutTemplate = '{{.file}} {{.msg}}',
  ) => {
    let written = '';
    const output = { write: (text: string) => ((written += text), true) };
    logDestination({ stdoutFormat, stdoutTemplate }, output)?.write(
      '{"level":"info","time":"T","app":"relay","msg":"started","port":1}\n',
    );
    return written;
  };

  it.each([
    ['text', undefined, 'T INFO started port=1\n'],
    ['template', '{{.file}} {{.msg}}', 'relay started\n'],
    ['template', '{{.level}} {{.port}} {{toUpper .msg}}', 'info 1 STARTED\n'],
  ] as const)('as %s %s', (format, template, expected) => {
    expect(line(format, template)).toBe(expected);
  });

  it('tell the time and colour the level as they are told to', () => {
    let written = '';
    const output = { isTTY: true, write: (text: string) => ((written += text), true) };
    const format = {
      stdoutFormat: 'text',
      stdoutTemplate: '',
      stdoutTextColors: true,
      stdoutTimestampFormat: '15:04:05',
    } as const;

    logDestination(format, output)?.write(
      '{"level":"warn","time":"2026-11-21T07:03:23.537Z","app":"relay","msg":"m"}\n',
    );

    expect(written).toBe('07:03:23 \u001B[33mWARN\u001B[0m m\n');
  });

  it('stay JSON by default', () => {
    expect(line('json')).toBe('');
  });
});
