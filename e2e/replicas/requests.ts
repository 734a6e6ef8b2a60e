import { randomUUID } from 'node:crypto';
import { basicOf, type DevelopmentClient } from '../code-sign-in.js';
import type { Cluster } from './cluster.js';
import type { Call } from './load.js';

export interface Credentials {
  readonly translate: { readonly auth_key: string };
  readonly speech: { readonly api_key: string };
  readonly ipt_graphql: { readonly api_key: string };
  readonly auth_server: {
    readonly users: Readonly<
      Record<string, { readonly username: string; readonly password: string }>
    >;
    readonly clients: {
      readonly confidential: DevelopmentClient;
    };
  };
}

const json = (method: string, body: unknown, headers: Record<string, string>): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** What the six are asked, by way of the balancer. */
export class Requests {
  /** Alerts that relay has answered with success. */
  readonly alerts = new Set<string>();

  constructor(
    readonly base: string,
    readonly credentials: Credentials,
  ) {}

  static async of(cluster: Cluster): Promise<Requests> {
    return new Requests(cluster.balancer.url, await cluster.credentials<Credentials>());
  }

  get client(): DevelopmentClient {
    return this.credentials.auth_server.clients.confidential;
  }

  async tokenOf(name: string, scope: string, base = this.base): Promise<string> {
    const answer = await fetch(`${base}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        scope,
        ...this.credentials.auth_server.users[name],
      }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  redeem(base: string, fields: Readonly<Record<string, string>>): Promise<Response> {
    return fetch(`${base}/oauth/token`, {
      method: 'POST',
      headers: { authorization: basicOf(this.client) },
      body: new URLSearchParams(fields),
    });
  }

  translate = (text = 'The house is big.', base = this.base): Promise<Response> =>
    fetch(
      `${base}/v2/translate`,
      json(
        'POST',
        { text: [text], source_lang: 'EN', target_lang: 'ES' },
        { authorization: `DeepL-Auth-Key ${this.credentials.translate.auth_key}` },
      ),
    );

  speak = (input: string, base = this.base): Promise<Response> =>
    fetch(
      `${base}/v1/audio/speech`,
      json(
        'POST',
        { input, voice_id: 'george', audio_format: 'mp3' },
        { authorization: `Bearer ${this.credentials.speech.api_key}` },
      ),
    );

  notify(token: string, user: string, title: string, base = this.base): Promise<Response> {
    const toUserList = [{ user, userId: 'student', userName: 'Demo student' }];
    const body = { toUserList, title, description: 'Read it.' };
    return fetch(
      `${base}/api/notifications`,
      json('POST', body, { authorization: `Bearer ${token}` }),
    );
  }

  /** Posts an alert of its own name, and remembers it if it was taken. */
  async alert(): Promise<Response> {
    const alertname = `a-${randomUUID()}`;
    const alert = { status: 'firing', labels: { alertname }, startsAt: new Date().toISOString() };
    const answer = await fetch(
      `${this.base}/relay/alertmanager`,
      json('POST', { alerts: [alert] }, {}),
    );
    if (answer.ok) this.alerts.add(alertname);
    return answer;
  }

  /** Whether every alert that was taken is there. */
  areIn(said: ReadonlySet<string>): boolean {
    return [...this.alerts].every((name) => said.has(name));
  }

  /** A mix of all six: cheap ones, so that two cores carry twelve processes. */
  mix(manager: string): Call[] {
    const bearer = { authorization: `Bearer ${manager}` };
    const key = { authorization: `Bearer ${this.credentials.speech.api_key}` };
    const api = { 'x-api-key': this.credentials.ipt_graphql.api_key };
    const query = '{ symbolAvailable(symbol: "YEAST", chainId: 11155111) { available isSuccess } }';
    const client = { grant_type: 'client_credentials', scope: 'read' };
    return [
      { app: 'translate', ask: () => this.translate() },
      { app: 'auth-server', ask: () => this.redeem(this.base, client) },
      {
        app: 'notifications',
        ask: () => fetch(`${this.base}/api/notifications?type=sent`, { headers: bearer }),
      },
      { app: 'speech', ask: () => fetch(`${this.base}/v1/voices`, { headers: key }) },
      {
        app: 'ipt-graphql',
        ask: () => fetch(`${this.base}/graphql`, json('POST', { query }, api)),
      },
      { app: 'relay', ask: () => this.alert() },
    ];
  }
}

export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly user: string;
  };
