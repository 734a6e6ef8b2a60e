import { describe, expect, it } from '@jest/globals';
import {
  ConfigError,
  helpText,
  integer,
  list,
  loadConfig,
  oneOf,
  optional,
  redacted,
  text,
  toggle,
  url,
} from './index.js';

const schema = {
  port: integer({ env: 'PORT', description: 'Port.', example: '3001', default: 3001, max: 65535 }),
  level: oneOf(['debug', 'info'], {
    env: 'LOG_LEVEL',
    description: 'Level.',
    example: 'debug',
    default: 'info',
  }),
  databaseUrl: url(['postgres', 'postgresql'], {
    env: 'DATABASE_URL',
    description: 'Database.',
    example: 'postgres://user:password@host/db',
    developmentDefault: 'postgres://localhost/dev',
    secret: true,
  }),
  brokers: optional(
    list({ env: 'KAFKA_BROKERS', description: 'Brokers.', example: 'a:9092,b:9092' }),
  ),
  verbose: toggle({ env: 'VERBOSE', description: 'Talk.', example: 'true', default: false }),
};
const load = (argv: string[], env: Record<string, string> = {}) =>
  loadConfig(schema, { argv, env });

describe('loadConfig', () => {
  it('uses flags before the environment before defaults', () => {
    const config = load(['--port', '1', '--log-level=debug'], { PORT: '2', KAFKA_BROKERS: 'a, b' });

    expect(config).toEqual({
      port: 1,
      level: 'debug',
      databaseUrl: 'postgres://localhost/dev',
      brokers: ['a', 'b'],
      verbose: false,
    });
  });

  it('gives an object that cannot be changed', () => {
    expect(Object.isFrozen(load([]))).toBe(true);
  });

  it('treats an empty variable as absent', () => {
    expect(load([], { PORT: '' }).port).toBe(3001);
  });

  it.each([
    [['--verbose'], true],
    [['--verbose', '--port', '5'], true],
    [['--verbose', 'no'], false],
    [['--verbose=off'], false],
  ])('reads the toggle %j as %s', (argv, expected) => {
    expect(load(argv).verbose).toBe(expected);
  });

  it('reports every bad value at once with variable, reason and example', () => {
    const env = { PORT: '70000', LOG_LEVEL: 'loud', KAFKA_BROKERS: 'a,,b', VERBOSE: 'perhaps' };

    expect(() => load(['--nonsense', 'stray'], env)).toThrow(
      new ConfigError([
        '--nonsense: unknown option; --help lists all',
        'argument 2: unknown option; --help lists all',
        'PORT: "70000" must be a whole number from 0 to 65535 (example: PORT=3001, or --port)',
        'LOG_LEVEL: "loud" must be one of debug, info (example: LOG_LEVEL=debug, or --log-level)',
        'KAFKA_BROKERS: "a,,b" must be a comma-separated list (example: KAFKA_BROKERS=a:9092,b:9092, or --kafka-brokers)',
        'VERBOSE: "perhaps" must be true or false (example: VERBOSE=true, or --verbose)',
      ]),
    );
  });

  it('never prints the secret of a misspelt flag', () => {
    expect(() => load(['--databse-url', 'postgres://u:hunter2@h/d'])).toThrow(
      /^(?!.*hunter2).*--databse-url: unknown option/s,
    );
  });

  it('complains of unknown variables that are its own, and not of those that Kubernetes sets', () => {
    const isOwn = (name: string) => name.startsWith('EVENTS_');
    const env = {
      EVENTS_CHAT_MESSAGE: 'a',
      EVENTS_OLD_MESSAGE: 'a',
      EVENTS_EMPTY: '',
      EVENTS_PORT: 'tcp://10.0.0.1:80',
      EVENTS_PORT_80_TCP: 'tcp://10.0.0.1:80',
      EVENTS_PORT_80_TCP_ADDR: '10.0.0.1',
      EVENTS_SERVICE_HOST: '10.0.0.1',
      EVENTS_SERVICE_PORT_HTTP: '80',
      OTHER: 'a',
    };
    const schema = {
      message: text({
        env: 'EVENTS_CHAT_MESSAGE',
        prefix: 'EVENTS_',
        aliases: ['EVENTS_OLD_MESSAGE'],
        description: 'd',
        example: 'e',
      }),
    };

    expect(loadConfig(schema, { argv: [], env, isOwn })).toEqual({ message: 'a' });
    expect(() =>
      loadConfig(schema, {
        argv: [],
        env: { ...env, EVENTS_VCENTER_IN_URL: 'hunter2' },
        isOwn,
      }),
    ).toThrow(/^(?!.*hunter2)[\s\S]*EVENTS_VCENTER_IN_URL: unknown option; --help lists all$/);
  });

  it('refuses empty text', () => {
    const strict = {
      host: text({ env: 'HOST', description: 'Host.', example: 'a', default: 'b' }),
    };

    expect(() => loadConfig(strict, { argv: ['--host='], env: {} })).toThrow(
      'HOST: "" must be text that is not empty',
    );
  });

  it('never prints a bad secret', () => {
    expect(() => load([], { DATABASE_URL: 'mysql://u:hunter2@h/d' })).toThrow(
      /^(?!.*hunter2).*DATABASE_URL: the value must be a URL/s,
    );
  });

  it.each([
    'postgres://u:50%@h/d',
    'postgres://%zz@h/d',
    'postgres://u:p@%zz/d',
    'postgres://u:p@h/%',
  ])('refuses %s, whose percent sign stands for nothing, without printing it', (address) => {
    expect(() => load([], { DATABASE_URL: address })).toThrow(
      /^(?!.*@h)[\s\S]*DATABASE_URL: the value must be a URL .* in which %25 stands for %/,
    );
  });

  it('refuses a development default in production', () => {
    expect(() => load([], { NODE_ENV: 'production' })).toThrow(
      'DATABASE_URL: must be set when NODE_ENV=production',
    );
  });

  it('asks for a required value', () => {
    const strict = { key: text({ env: 'KEY', description: 'Key.', example: 'abc' }) };

    expect(() => loadConfig(strict, { argv: [], env: {} })).toThrow(
      'KEY: is required (example: KEY=abc, or --key)',
    );
    expect(() => loadConfig(strict, { argv: ['--key'], env: {} })).toThrow('--key: needs a value');
  });
});

describe('spellings', () => {
  const spelt = {
    message: optional(
      text({
        env: 'EVENTS_CHAT_MESSAGE',
        prefix: 'EVENTS_',
        aliases: ['EVENTS_OLD_MESSAGE'],
        description: 'Message.',
        example: 'a',
      }),
    ),
  };
  const message = (argv: string[], env = {}, file = {}) =>
    loadConfig(spelt, { argv, env, file }).message;

  it('takes the current and the older one, as flag and as variable', () => {
    expect(message(['--chat-message', 'a'])).toBe('a');
    expect(message(['--old-message', 'b'])).toBe('b');
    expect(message([], { EVENTS_OLD_MESSAGE: 'c' })).toBe('c');
    expect(() => message(['--events-chat-message', 'a'])).toThrow('unknown option');
  });

  it('reads an older flag before a current variable, and that before the file', () => {
    const file = { EVENTS_CHAT_MESSAGE: 'f' };

    expect(message(['--old-message', 'a'], { EVENTS_CHAT_MESSAGE: 'b' }, file)).toBe('a');
    expect(message([], { EVENTS_CHAT_MESSAGE: 'b', EVENTS_OLD_MESSAGE: 'c' }, file)).toBe('b');
    expect(message([], { EVENTS_CHAT_MESSAGE: '' }, file)).toBe('f');
  });

  it('names the older ones in the help', () => {
    expect(helpText('Usage', spelt)).toContain(
      '--chat-message (EVENTS_CHAT_MESSAGE)\n      Also: --old-message, EVENTS_OLD_MESSAGE',
    );
  });
});

describe('a setting without an example', () => {
  it('shows its default for one', () => {
    const short = {
      port: integer('PORT', 'Port.', { default: 3001 }),
      verbose: toggle('VERBOSE', 'Talk.', { default: false }),
      tags: list('TAGS', 'Tags.', { default: ['a', 'b'] }),
      level: oneOf(['debug', 'info'], 'LOG_LEVEL', 'Level.', { example: 'info', default: 'debug' }),
    };

    expect(helpText('Usage', short).match(/example: .*/g)).toEqual([
      'example: 3001',
      'example: false',
      'example: a,b',
      'example: info',
    ]);
    expect(() => loadConfig(short, { argv: ['--port', 'x'], env: {} })).toThrow('PORT=3001');
  });
});

describe('redacted', () => {
  it('blanks secrets and shows the rest', () => {
    expect(redacted(schema, load([]))).toMatchObject({ databaseUrl: '[redacted]', port: 3001 });
  });
});

describe('helpText', () => {
  it('lists every setting with flag, variable, default and example', () => {
    const help = helpText('Usage: app', schema);

    expect(help).toContain('--port (PORT)');
    expect(help).toContain('default: 3001; example: 3001');
    expect(help).toContain('--kafka-brokers (KAFKA_BROKERS)');
    expect(help).toContain('default outside production: a fixed secret');
  });
});
