import { existsSync, readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose';
import { channel, type ChannelUses } from '../base/channel.js';
import { jsonOf, outcomeOfStatus } from '../http/http-call.js';
import { jsonCall, withReply } from '../http/posting.js';

const SCOPE = 'https://www.googleapis.com/auth/pubsub';

/** Google Pub/Sub by REST (projects.topics.publish), with a service account. */
export const pubsub = channel({
  name: 'pubsub',
  title: 'Google Pub/Sub',
  titles: ['PubSub', 'Pubsub'],
  options: {
    credentials: {
      kind: 'text',
      description: 'Key of the service account as JSON, or a file; none for an emulator.',
      example: '/etc/relay/google.json',
      secret: true,
    },
    project_id: { kind: 'text', description: 'Project.', example: 'my-project' },
    topic: { kind: 'texts', description: 'Topics that no template names.', example: 'events' },
    api_url: {
      kind: 'address',
      description: 'Address of the service: a regional one keeps the order per key.',
      example: 'https://europe-west1-pubsub.googleapis.com',
      default: 'https://pubsub.googleapis.com',
    },
  },
  needs: ['project_id'],
  target: 'topics',
  isChat: false,
  escape: 'json',
  selectorAlso: ['PUBSUB_OUT_TOPIC_SELECTOR'],
  complaint: ({ credentials }) =>
    credentials === undefined || accountOf(credentials) !== undefined
      ? undefined
      : '--pubsub-out-credentials must be the JSON of a service account, or a file with it',
  open: ({ credentials, project_id: project = '', topic = [], api_url: apiUrl }, uses) => {
    const account = credentials === undefined ? undefined : accountOf(credentials);
    const tokens = account === undefined ? undefined : new Tokens(account, uses);
    return {
      targets: topic,
      limits: () => [],
      compose({ target, text, event }) {
        const message = {
          data: Buffer.from(text).toString('base64'),
          attributes: { id: event.id, type: event.eventType },
          orderingKey: event.key.slice(0, 1024),
        };
        const path = `/v1/projects/${encodeURIComponent(project)}/topics/${encodeURIComponent(target)}`;
        const request = jsonCall(`${apiUrl}${path}:publish`, { messages: [message] });
        return async () => {
          const token = await tokens?.current();
          const signedIn = token === undefined ? {} : { authorization: `Bearer ${token}` };
          const headers = { ...request.headers, ...signedIn };
          const answer = await uses.call({ ...request, headers });
          if (answer.status !== 401) return withReply(answer, ['messageIds']);
          tokens?.forget();
          return outcomeOfStatus({ ...answer, status: 503 });
        };
      },
    };
  },
});

interface Account {
  readonly client_email: string;
  readonly private_key: string;
  readonly token_uri: string;
}

function accountOf(credentials: string): Account | undefined {
  try {
    const text = existsSync(credentials) ? readFileSync(credentials, 'utf8') : credentials;
    const account = JSON.parse(text) as Partial<Account>;
    const { client_email: email, private_key: key, token_uri: uri } = account;
    if (email === undefined || key === undefined) return undefined;
    const tokenUri = uri ?? 'https://oauth2.googleapis.com/token';
    return { client_email: email, private_key: key, token_uri: tokenUri };
  } catch {
    return undefined; // the complaint says so
  }
}

/** Access tokens ("Using OAuth 2.0 for server to server applications"), each for nearly an hour. */
class Tokens {
  #token: string | undefined;
  #untilMs = 0;

  constructor(
    private readonly account: Account,
    private readonly uses: Pick<ChannelUses, 'call' | 'clock'>,
  ) {}

  forget(): void {
    this.#token = undefined;
  }

  /** @throws {Error} when there is none to be had */
  async current(): Promise<string> {
    if (this.#token !== undefined && this.uses.clock.nowMs() < this.#untilMs) return this.#token;
    const answer = await this.uses.call({
      url: this.account.token_uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await this.#assertion(),
      }).toString(),
    });
    const { access_token: token, expires_in: seconds } = jsonOf(answer);
    if (typeof token !== 'string') throw new Error(`no access token: HTTP ${answer.status}`);
    this.#token = token;
    this.#untilMs = this.uses.clock.nowMs() + (Number(seconds ?? 3600) - 60) * 1000;
    return token;
  }

  async #assertion(): Promise<string> {
    const { client_email: email, private_key: key, token_uri: uri } = this.account;
    const now = Math.floor(this.uses.clock.nowMs() / 1000);
    return new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(uri)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(await importPKCS8(key, 'RS256'));
  }
}
