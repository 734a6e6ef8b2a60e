import { aKind, aNumber, aText, toggleWith, textWith, type Named } from './names.js';

const toggled = (named: Named) => toggleWith({ ...named, example: 'true' }, false);

/** Options of the upstream tool that mean something else here than the name says. */
export const upstreamOptions = {
  httpTls: toggleWith(
    {
      name: 'HTTP_TLS',
      also: ['HTTP_IN_TLS'],
      description: 'Speak TLS on --http-listen; plain HTTP is then for this machine alone.',
      example: 'true',
    },
    false,
  ),
  httpsChain: aText({
    name: 'HTTPS_CHAIN',
    also: ['HTTP_IN_CHAIN'],
    description: 'Further certificates of the chain in PEM, or a file with them.',
    example: '/tls/chain.crt',
  }),
  healthcheckPath: aKind(
    {
      name: 'HTTP_HEALTHCHECK_URL',
      also: ['HTTP_IN_HEALTHCHECK_URL'],
      description: 'A path that answers OK, beside /health.',
      example: '/healthcheck',
    },
    { expected: 'a path', parse: (value) => (value.startsWith('/') ? value : undefined) },
  ),
  stdoutTimestampFormat: aText({
    name: 'STDOUT_TIMESTAMP_FORMAT',
    description: "Layout, as Go has them, of a log line's time in the formats text and template.",
    example: '2006-01-02 15:04:05',
  }),
  stdoutTextColors: toggleWith(
    {
      name: 'STDOUT_TEXT_COLORS',
      description: 'Colour the level of log lines in the format text, on a terminal.',
      example: 'false',
    },
    true,
  ),
  kafkaFlushMessages: aNumber({
    name: 'KAFKA_OUT_FLUSH_MAX_MESSAGES',
    description: 'Most records of one request to a broker; 500 if absent.',
    example: '100',
  }),
  kafkaDialSeconds: aNumber({
    name: 'KAFKA_OUT_NET_DIAL_TIMEOUT',
    description: 'Seconds that connecting to a broker may take; 3 if absent.',
    example: '30',
  }),
  alertExpressionName: textWith(
    {
      name: 'DASHBOARD_ALERT_EXPRESSION',
      also: ['CHATBOT', 'TELEGRAM', 'TEAMCHAT', 'SLACK', 'WORKPLACECHAT', 'WORKCHAT'].map(
        (sink) => `${sink}_OUT_ALERT_EXPRESSION`,
      ),
      description: "Parameter of an alert's generatorURL that holds its PromQL.",
      example: 'g1.expr',
    },
    'g0.expr',
  ),
};

/** Taken, so that a deployment of the upstream tool starts as it is; each that is set is warned of. */
export const ignoredOptions = {
  logs: ignored('LOGS', 'stdout', 'log lines go to standard output'),
  metrics: ignored('METRICS', 'prometheus', 'metrics are those of Prometheus, at /metrics'),
  traces: ignored('TRACES', 'opentelemetry', 'traces go to --otel-exporter-otlp-endpoint'),
  events: ignored('EVENTS', 'grafana', "the relay's own events are log lines"),
  prometheusUrl: ignored('PROMETHEUS_URL', '/metrics', 'metrics are at /metrics'),
  prometheusListen: ignored('PROMETHEUS_LISTEN', ':8080', 'metrics are on the address of --port'),
  prometheusPrefix: ignored('PROMETHEUS_PREFIX', 'events', 'metrics begin with relay_'),
  httpServerName: ignored('HTTP_IN_SERVER_NAME', 'relay', 'every name gets the one certificate'),
  httpTraceHeader: ignored('HTTP_IN_HEADER_TRACE_ID', 'X-Trace-ID', 'the header is X-Trace-ID'),
  kafkaFlushSeconds: ignored('KAFKA_OUT_FLUSH_FREQUENCY', '1', 'records are sent at once'),
  kafkaOpenRequests: ignored(
    'KAFKA_OUT_NET_MAX_OPEN_REQUESTS',
    '5',
    'one at a time keeps the order and sends nothing twice',
  ),
  kafkaReadSeconds: ignored('KAFKA_OUT_NET_READ_TIMEOUT', '30', 'a request may take 10 seconds'),
  kafkaWriteSeconds: ignored('KAFKA_OUT_NET_WRITE_TIMEOUT', '30', 'a request may take 10 seconds'),
  stdoutDebug: toggled({
    name: 'STDOUT_DEBUG',
    description: 'No effect: --stdout-level debug shows more.',
    example: '',
  }),
  httpInsecure: toggled({
    name: 'HTTP_IN_INSECURE',
    description: 'No effect: certificates of clients count only if --https-client-ca signed them.',
    example: '',
  }),
  slackInsecure: toggled({
    name: 'SLACK_OUT_INSECURE',
    also: ['TEAMCHAT_OUT_INSECURE'],
    description: 'No effect: certificates of servers are always checked; NODE_EXTRA_CA_CERTS adds.',
    example: '',
  }),
};

function ignored(name: string, example: string, instead: string) {
  return aText({ name, description: `No effect: ${instead}.`, example });
}

/** Values that ask for what is done anyway. */
const AS_IT_IS: ReadonlySet<unknown> = new Set([
  undefined,
  false,
  'stdout',
  'prometheus',
  '/metrics',
]);

/** The options that are set and do nothing, with what is done instead. */
export function ineffective(
  config: Readonly<Record<string, unknown>>,
): readonly { readonly option: string; readonly reason: string }[] {
  return Object.entries(ignoredOptions)
    .filter(([name]) => !AS_IT_IS.has(config[name]))
    .map(([, { env, description }]) => ({ option: env, reason: description }));
}
