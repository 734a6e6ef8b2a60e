import { accessSync, constants } from 'node:fs';
import type { RelayConfig } from '../options/config.js';
import { watchComplaint } from '../options/kubernetes-options.js';
import { channelComplaints } from '../options/channel-options.js';
import { hasSlackActions } from '../sinks/chat-addresses.js';
import { isPem, tlsComplaint } from '../http/pem.js';
import { inputPaths } from '../inputs/input-paths.js';

type Rule = readonly [isWrong: boolean, complaint: string];

/**
 * What is valid alone and wrong together: such a configuration would accept events and send nothing,
 * or leave open what was meant to be closed.
 *
 * @param sinks names of those that have an address
 */
export function complaintsOf(config: RelayConfig, sinks: ReadonlySet<string>): readonly string[] {
  const unknown = (config.routes ?? []).flatMap((route, index) =>
    route.sinks
      .filter((name) => !sinks.has(name))
      .map((name) => `routes[${index}]: the sink ${name} has no address`),
  );
  const escalations = escalationComplaints(config, sinks);
  const rules = [...sinkRules(config), ...inputRules(config), ...kafkaRules(config)];
  return [
    ...unknown,
    ...escalations,
    ...doubleNames(config),
    ...channelComplaints(config),
    ...rules.filter(([isWrong]) => isWrong).map(([, complaint]) => complaint),
  ];
}

/** Whoever is to be told can be, when it is too late to find out. */
function escalationComplaints(
  { escalations = [], schedules = [], quietHours = [] }: RelayConfig,
  sinks: ReadonlySet<string>,
): readonly string[] {
  const names = new Set(schedules.map(({ name }) => name));
  const targets = [
    ...escalations.flatMap(({ steps }) => steps.flatMap(({ to }) => to)),
    ...schedules.flatMap(({ people }) => Object.values(people)),
    ...quietHours.flatMap((hours) => hours.sinks.map((sink) => ({ kind: 'sink' as const, sink }))),
  ];
  const complaints = targets.flatMap((target) => {
    if (target.kind === 'on-call') {
      return names.has(target.schedule) ? [] : [`there is no schedule ${target.schedule}`];
    }
    return sinks.has(target.sink) ? [] : [`escalations: the sink ${target.sink} has no address`];
  });
  return [...new Set(complaints)];
}

/** What is kept of one would be taken for the other's. */
function doubleNames(config: RelayConfig): readonly string[] {
  const { escalations = [], schedules = [], heartbeats = [] } = config;
  return Object.entries({ escalations, schedules, heartbeats }).flatMap(([what, named]) => {
    const names = named.map(({ name }) => name);
    const double = names.find((name, index) => names.indexOf(name) !== index);
    return double === undefined ? [] : [`${what}: the name ${double} is given twice`];
  });
}

const sinkRules = (config: RelayConfig): readonly Rule[] => [
  ...chatbotRules(config),
  [
    config.teamchatToken !== undefined &&
      (config.teamchatChannels ?? config.teamchatSelector) === undefined,
    '--teamchat-out-token needs --teamchat-out-channel or --teamchat-out-channel-selector',
  ],
];

function chatbotRules(config: RelayConfig): readonly Rule[] {
  const { chatbotToken, chatbotUrl, chatbotChatIds, chatbotSelector } = config;
  const isNobody = (chatbotChatIds ?? chatbotSelector) === undefined;
  if (chatbotToken !== undefined) {
    const flags = '--chatbot-out-chat-id or --chatbot-out-bot-selector';
    return [[isNobody, `--chatbot-out-id-token needs ${flags}`]];
  }
  if (chatbotUrl === undefined) return [];
  const { pathname, searchParams } = new URL(chatbotUrl);
  return [
    [
      !/\/bot[^/]+/.test(pathname),
      '--chatbot-url must hold the token, as in https://api.telegram.org/bot<token>/sendMessage',
    ],
    [
      isNobody && (searchParams.get('chat_id') ?? '') === '',
      '--chatbot-url needs chat_id in its query, or --chatbot-out-chat-id',
    ],
  ];
}

/** Of RFC 3986, without what Express takes for a pattern: some of those it refuses, none of them is meant. */
const PLAIN_PATH = /^[\w/.~%$&',;=@-]*$/;

function inputRules(config: RelayConfig): readonly Rule[] {
  const { basicUser, basicPassword } = config;
  const paths = inputPaths(config);
  const double = paths.find((path, index) => paths.indexOf(path) !== index);
  const relative = paths.find((path) => !path.startsWith('/'));
  const odd = paths.find((path) => !PLAIN_PATH.test(path));
  return [
    [
      basicUser !== undefined && basicPassword === undefined,
      '--http-basic-user needs --http-basic-password: without it everybody would be let in',
    ],
    [double !== undefined, `the path ${double ?? ''} is given to two inputs`],
    [relative !== undefined, `the path ${relative ?? ''} must begin with a slash`],
    [
      odd !== undefined,
      `the path ${odd ?? ''} may hold letters, digits, slashes and -._~%$&',;=@ only`,
    ],
    ...actionRules(config),
    ...tlsRules(config),
    ...kubernetesRules(config),
    ...syslogRules(config),
  ];
}

function tlsRules({
  httpsListen,
  k8sListen,
  httpsCert,
  httpsKey,
  httpsClientCa,
  httpsChain,
  httpTls,
}: RelayConfig): readonly Rule[] {
  const given = Object.entries({
    '--https-cert': httpsCert,
    '--https-key': httpsKey,
    '--https-client-ca': httpsClientCa,
    '--https-chain': httpsChain,
  });
  const some = given.some(([, value]) => value !== undefined);
  const isServed = httpsListen !== undefined || k8sListen !== undefined;
  const unusable = tlsComplaint(httpsCert, httpsKey, httpsClientCa);
  return [
    [unusable !== undefined, `--https-cert and --https-key ${unusable}`],
    [
      k8sListen !== undefined && (httpsCert === undefined) !== (httpsKey === undefined),
      '--http-k8s-listen needs both --https-cert and --https-key, or neither',
    ],
    [
      httpsListen !== undefined && (httpsCert === undefined || httpsKey === undefined),
      '--https-listen needs --https-cert and --https-key',
    ],
    [httpsListen === undefined && httpTls, '--http-tls needs --http-listen'],
    [
      !isServed && some,
      '--https-cert, --https-key, --https-chain and --https-client-ca need --https-listen, --http-k8s-listen or --http-tls: nothing would use them',
    ],
    ...readable(Object.fromEntries(given)),
  ];
}

const actionRules = (config: RelayConfig): readonly Rule[] => [
  [
    (config.slackActionPaths === undefined) !== (config.slackSigningSecret === undefined),
    '--http-slack-actions-url and --teamchat-signing-secret need each other',
  ],
  [
    hasSlackActions(config) && config.teamchatToken === undefined,
    '--teamchat-signing-secret and --teamchat-app-token need --teamchat-out-token',
  ],
  [
    (config.chatbotActions || hasSlackActions(config)) && config.actionUsers === undefined,
    'buttons need --actions-users: nobody could press them',
  ],
];

function kubernetesRules(config: RelayConfig): readonly Rule[] {
  const complaint = watchComplaint(config.kubernetesWatch);
  const files = { '--kubernetes-in-ca': config.kubernetesCa };
  return [[complaint !== undefined, complaint ?? ''], ...readable(files)];
}

function syslogRules({ syslogListen, ...config }: RelayConfig): readonly Rule[] {
  const { syslogCert = config.httpsCert, syslogKey = config.httpsKey } = config;
  const { syslogClientCa } = config;
  const isThere = syslogListen !== undefined;
  const unusable = isThere ? tlsComplaint(syslogCert, syslogKey, syslogClientCa) : undefined;
  return [
    [unusable !== undefined, `--syslog-in-cert and --syslog-in-key ${unusable}`],
    [
      isThere && (syslogCert === undefined || syslogKey === undefined),
      '--syslog-in-listen needs --syslog-in-cert and --syslog-in-key',
    ],
    [
      !isThere && (config.syslogCert ?? config.syslogKey ?? syslogClientCa) !== undefined,
      '--syslog-in-cert, --syslog-in-key and --syslog-in-client-ca need --syslog-in-listen',
    ],
    ...readable({
      '--syslog-in-cert': config.syslogCert,
      '--syslog-in-key': config.syslogKey,
      '--syslog-in-client-ca': syslogClientCa,
    }),
  ];
}

const readable = (files: Readonly<Record<string, string | undefined>>): readonly Rule[] =>
  Object.entries(files).map(([flag, value]) => [
    !isPemOrFile(value),
    `${flag}: the file cannot be read`,
  ]);

function isPemOrFile(value: string | undefined): boolean {
  if (value === undefined || isPem(value)) return true;
  try {
    accessSync(value, constants.R_OK);
    return true;
  } catch {
    return false; // the rule says so
  }
}

function kafkaRules(config: RelayConfig): readonly Rule[] {
  const { kafkaBrokers = [], kafkaTopic, kafkaInBrokers, kafkaInTopics } = config;
  const { kafkaSaslUser, kafkaSaslPassword, kafkaCa, kafkaCert, kafkaKey } = config;
  const files = { '--kafka-ca': kafkaCa, '--kafka-cert': kafkaCert, '--kafka-key': kafkaKey };
  const isSameCluster = kafkaBrokers.some((broker) => kafkaInBrokers?.includes(broker) === true);
  return [
    [
      (kafkaInBrokers === undefined) !== (kafkaInTopics === undefined),
      '--kafka-in-brokers and --kafka-in-topics need each other',
    ],
    [
      (kafkaSaslUser === undefined) !== (kafkaSaslPassword === undefined),
      '--kafka-sasl-user and --kafka-sasl-password need each other',
    ],
    [
      (kafkaCert === undefined) !== (kafkaKey === undefined),
      '--kafka-cert and --kafka-key need each other',
    ],
    ...readable(files),
    [
      isSameCluster && kafkaInTopics?.includes(kafkaTopic) === true,
      `the topic ${kafkaTopic} is read and written: every event would come back for ever`,
    ],
  ];
}
