import { ALERTMANAGER_MODES } from '../sources/alertmanager.js';
import { messageTemplate } from '../templates/message-template.js';
import {
  aKind,
  aText,
  kindWith,
  numberWith,
  someTexts,
  textsWith,
  toggleWith,
  wordWith,
} from './names.js';
import { parseListen, type Listen } from '../http/listen.js';

const paths = 'Comma-separated paths that';

const listen = {
  expected: 'an address such as :8081 or 127.0.0.1:8081',
  parse: (value: string): Listen | undefined => parseListen(value),
};

export const httpOptions = {
  httpListen: aKind(
    {
      name: 'HTTP_LISTEN',
      also: ['HTTP_IN_LISTEN'],
      description: 'Address to listen on, as host:port or :port. It wins over HOST and PORT.',
      example: ':8081',
    },
    listen,
  ),
  k8sListen: aKind(
    {
      name: 'HTTP_K8S_LISTEN',
      description:
        'Another address for admission reviews alone, in a thread of its own; with TLS where there is --https-cert.',
      example: ':9443',
    },
    listen,
  ),
  k8sMaxConnections: numberWith(
    {
      name: 'HTTP_K8S_MAX_CONNECTIONS',
      description: 'Connections to that address; requests of further ones are answered with 503.',
      example: '1024',
    },
    1024,
    { min: 1, max: 65_535 },
  ),
  k8sAnswerMs: numberWith(
    {
      name: 'HTTP_K8S_ANSWER_MS',
      description:
        'Milliseconds after which a review is answered that is not stored yet; what is in memory only is lost by a crash.',
      example: '100',
    },
    100,
    // API servers wait for thirty seconds at most.
    { min: 10, max: 30_000 },
  ),
  k8sPaths: textsWith(
    {
      name: 'HTTP_K8S_URL',
      also: ['HTTP_IN_K8S_URL'],
      description: `${paths} take Kubernetes admission reviews.`,
      example: '/k8s',
    },
    ['/relay/k8s'],
  ),
  alertmanagerPaths: textsWith(
    {
      name: 'HTTP_ALERTMANAGER_URL',
      also: ['HTTP_IN_ALERTMANAGER_URL'],
      description: `${paths} take notifications of Alertmanager.`,
      example: '/alertmanager',
    },
    ['/relay/alertmanager'],
  ),
  jsonPaths: someTexts({
    name: 'HTTP_JSON_URL',
    also: ['HTTP_IN_CUSTOMJSON_URL'],
    description: `${paths} take any JSON.`,
    example: '/relay/json',
  }),
  jsonTemplate: aText({
    name: 'HTTP_JSON_TEMPLATE',
    description:
      'Template that maps such a body (.body, .channel) to the JSON of an event: type, time, key, subject, labels, data.',
    example: '{"type": "BuildEvent", "key": {{ toJSON .body.id }}, "data": {{ toJSON .body }}}',
  }),
  alertmanagerMode: wordWith(
    {
      name: 'HTTP_ALERTMANAGER_MODE',
      description: 'One event for each alert, or one for each notification (group).',
      example: 'group',
    },
    ALERTMANAGER_MODES,
    'alert',
  ),
  redact: toggleWith(
    {
      name: 'REDACT',
      description:
        'Blank data of Secrets and ConfigMaps, values of variables and of probes’ headers, managed fields.',
      example: 'true',
    },
    true,
  ),
  redactCommands: toggleWith(
    {
      name: 'REDACT_COMMANDS',
      description: 'Blank the commands and arguments of containers, and those of kubectl exec.',
      example: 'true',
    },
    true,
  ),
};

export const accessOptions = {
  bearerToken: aText({
    name: 'HTTP_BEARER_TOKEN',
    description: 'Callers of the inputs must send it as a bearer token.',
    example: 'a-long-random-text',
    secret: true,
  }),
  basicUser: aText({
    name: 'HTTP_BASIC_USER',
    description: 'Name that callers of the inputs must send (HTTP Basic).',
    example: 'alertmanager',
  }),
  basicPassword: aText({
    name: 'HTTP_BASIC_PASSWORD',
    description: 'Password that belongs to the name.',
    example: 'a-long-random-text',
    secret: true,
  }),
  adminToken: aText({
    name: 'ADMIN_TOKEN',
    description:
      'Bearer token of the status page and the dead letters; without it they are denied to all.',
    example: 'a-long-random-text',
    secret: true,
  }),
  httpsListen: aKind(
    {
      name: 'HTTPS_LISTEN',
      description: 'A second address, with TLS, as API servers need it.',
      example: ':8443',
    },
    listen,
  ),
  httpsCert: aText({
    name: 'HTTPS_CERT',
    also: ['HTTP_IN_CERT'],
    description: 'Certificate chain in PEM, or a file with it; a changed file is read again.',
    example: '/tls/tls.crt',
  }),
  httpsKey: aText({
    name: 'HTTPS_KEY',
    also: ['HTTP_IN_KEY'],
    description: 'Private key in PEM, or a file with it.',
    example: '/tls/tls.key',
    secret: true,
  }),
  httpsOpenK8s: toggleWith(
    {
      name: 'HTTPS_OPEN_K8S',
      description:
        'Admission reviews on --https-listen need no token: API servers send none unless they are told to.',
      example: 'true',
    },
    false,
  ),
  httpsClientCa: aText({
    name: 'HTTPS_CLIENT_CA',
    description: 'Certificates in PEM, or a file: callers with a certificate of theirs are let in.',
    example: '/tls/ca.crt',
  }),
};

const logTemplate = {
  expected: 'a template that can be parsed',
  parse: (text: string): string | undefined => {
    try {
      messageTemplate({ names: ['stdout-log'], text, functions: {} });
      return text;
    } catch {
      return undefined;
    }
  },
};

export const logOptions = {
  stdoutFormat: wordWith(
    { name: 'STDOUT_FORMAT', description: 'How log lines look.', example: 'template' },
    ['json', 'text', 'template'],
    'json',
  ),
  stdoutTemplate: kindWith(
    {
      name: 'STDOUT_TEMPLATE',
      description: 'Template of a log line: .time, .level, .msg, .file and its fields.',
      example: '{{.level}} {{.msg}}',
    },
    logTemplate,
    '{{.file}} {{.msg}}',
  ),
};
