import type { texts } from './strings/en.js';

/** What only a developer's machine gives away, once it is asked to. */
export interface DevelopmentKeys {
  readonly translate: string;
  readonly speech: string;
  readonly iptGraphql: string;
  /** `client_id:client_secret` of a confidential client. */
  readonly client: string;
  readonly users: readonly { readonly username: string; readonly password: string }[];
}

/** A page for people. */
export interface PageLink {
  readonly path: string;
  readonly label: keyof typeof texts;
  /** Production has it switched off. */
  readonly isDevelopment?: true;
}

export interface ServiceInfo {
  readonly name: string;
  readonly about: keyof typeof texts;
  readonly pages: readonly PageLink[];
  /** The first request to try, for a shell. */
  readonly request: (origin: string, keys: DevelopmentKeys | undefined) => string;
}

/** What stands where a key will be. */
const YOURS = '…';

const json = "-H 'Content-Type: application/json'";

const lines = (...parts: readonly string[]): string => parts.join(' \\\n  ');

function studentOf(keys: DevelopmentKeys | undefined) {
  return keys?.users.find(({ username }) => username === 'student') ?? keys?.users[0];
}

/** In the order of the README. */
export const SERVICES: readonly ServiceInfo[] = [
  {
    name: 'translate',
    about: 'about.translate',
    pages: [{ path: '/translate', label: 'link.translate' }],
    request: (origin, keys) =>
      lines(
        `curl -s ${origin}/v2/translate`,
        `-H 'Authorization: DeepL-Auth-Key ${keys?.translate ?? YOURS}' ${json}`,
        `-d '{"text": ["The house is big."], "source_lang": "EN", "target_lang": "ES"}'`,
      ),
  },
  {
    name: 'auth-server',
    about: 'about.auth',
    pages: [
      { path: '/account', label: 'link.account' },
      { path: '/admin/console', label: 'link.console' },
      { path: '/account/mails', label: 'link.mailbox', isDevelopment: true },
    ],
    request: (origin, keys) =>
      lines(
        `curl -s ${origin}/oauth/token -u '${keys?.client ?? YOURS}'`,
        '-d grant_type=client_credentials -d scope=translate',
      ),
  },
  {
    name: 'notifications',
    about: 'about.notifications',
    pages: [{ path: '/inbox', label: 'link.inbox' }],
    request: (origin, keys) => {
      const student = studentOf(keys);
      return [
        `TOKEN=$(curl -s ${origin}/auth/token -d grant_type=password -d scope=notifications \\`,
        `  -d username=${student?.username ?? YOURS} --data-urlencode 'password=${student?.password ?? YOURS}' \\`,
        String.raw`  | sed 's/.*"access_token":"\([^"]*\)".*/\1/')`,
        `curl -s '${origin}/api/notifications?type=received' -H "Authorization: Bearer $TOKEN"`,
      ].join('\n');
    },
  },
  {
    name: 'speech',
    about: 'about.speech',
    pages: [{ path: '/speech/studio', label: 'link.studio' }],
    request: (origin, keys) =>
      lines(
        `curl -s ${origin}/v1/audio/stream -o hello.mp3`,
        `-H 'Authorization: Bearer ${keys?.speech ?? YOURS}' -H 'Accept: audio/mpeg' ${json}`,
        `-d '{"input": "Hello, world.", "voice_id": "george"}'`,
      ),
  },
  {
    name: 'ipt-graphql',
    about: 'about.ipt',
    pages: [
      { path: '/ipt', label: 'link.ipt' },
      { path: '/graphql', label: 'link.graphql', isDevelopment: true },
    ],
    request: (origin, keys) =>
      lines(
        `curl -s ${origin}/graphql -H 'x-api-key: ${keys?.iptGraphql ?? YOURS}' ${json}`,
        `-d '{"query": "{ flows { isSuccess flows { kind state next } } }"}'`,
      ),
  },
  {
    name: 'relay',
    about: 'about.relay',
    pages: [{ path: '/relay/console', label: 'link.relay' }],
    request: (origin) =>
      lines(
        `curl -s ${origin}/relay/alertmanager ${json}`,
        `-d '{"alerts": [{"status": "firing", "labels": {"alertname": "DiskFull"}, "startsAt": "2026-01-01T00:00:00Z"}]}'`,
      ),
  },
];
