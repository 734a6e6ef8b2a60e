import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePlace, type Place } from './started-stack.js';

interface Credentials {
  readonly auth_server: {
    readonly admin: Readonly<Record<string, string>>;
    readonly users: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly translate: { readonly auth_key: string };
  readonly speech: { readonly api_key: string };
  readonly ipt_graphql: { readonly api_key: string; readonly chain_id: number };
  readonly relay: { readonly admin_token: string };
}
type Answer = Readonly<Record<string, unknown>>;

const PASSWORD = 'of-a-person-who-was-stored';
const RULE = { string_to_replace: 'Sextant', type: 'alias', alias: 'sex tent' };

/** Where limits are not met that other tests count in the same Redis. */
export async function storingPlace(): Promise<Place> {
  const place = await makePlace();
  return { ...place, env: { ...place.env, RATE_LIMIT_TOKEN: '100000', RATE_LIMIT_IP: '100000' } };
}

/** One thing that each of the six services keeps, and whether it is there elsewhere, as its users see it. */
export class StoredThings {
  private constructor(
    private readonly glossary: string,
    private readonly lexicon: string,
    private readonly agreement: string,
    private readonly name: string,
  ) {}

  static async store(place: Place): Promise<StoredThings> {
    const to = await Caller.of(place);
    const name = `stored-${Date.now()}`;
    const dictionary = { source_lang: 'en', target_lang: 'es', entries: 'house\thogar' };
    const glossary = await to.translate('/v3/glossaries', {
      ...{ name, dictionaries: [{ ...dictionary, entries_format: 'tsv' }] },
    });
    const lexicon = await to.speech('/v1/audio/lexicons', { name, language: 'en', rules: [RULE] });
    const agreement = await to.graphql(
      `mutation($projectData: AWSJSON!) { answer: generateAssignmentAgreement(projectData: $projectData) { agreementCid error { message } } }`,
      { projectData: JSON.stringify(to.projectNamed(name)) },
    );
    await to.admin('/admin/users', {
      username: name,
      email: `${name}@example.org`,
      password: PASSWORD,
    });
    const student = await to.claims('student');
    const user = { user: student.user, userId: 'student', userName: 'Demo student' };
    const told = { toUserList: [user], title: name, description: 'Read it.' };
    await to.notifications('manager', '/api/notifications', told);
    await to.alert(name);
    const things = new StoredThings(
      String(glossary['glossary_id']),
      String(lexicon['id'] ?? lexicon['lexicon_id']),
      String(agreement['agreementCid']),
      name,
    );
    // Events are shown once they are written down.
    for (let attempt = 0; attempt < 100 && !(await to.hasHeard(name)); attempt += 1)
      await sleep(200);
    const missing = await things.missingAt(place);
    if (missing.length > 0) throw new Error(`not stored: ${missing.join(', ')}`);
    return things;
  }

  /** @returns the services in which it is not there, and why */
  async missingAt(place: Place): Promise<string[]> {
    const to = await Caller.of(place);
    const { name } = this;
    const looks: Record<string, () => Promise<boolean>> = {
      translate: async () =>
        (await to.translate(`/v3/glossaries/${this.glossary}`))['name'] === name,
      speech: async () =>
        JSON.stringify(await to.speech(`/v1/audio/lexicons/${this.lexicon}`)).includes('sex tent'),
      'ipt-graphql': async () => (await fetch(`${place.gateway}/ipfs/${this.agreement}`)).ok,
      'auth-server': async () => (await to.token(name, PASSWORD, 'read')).startsWith('ey'),
      notifications: async () =>
        JSON.stringify(
          await to.notifications('student', '/api/notifications?type=received'),
        ).includes(name),
      relay: () => to.hasHeard(name),
    };
    const missing = await Promise.all(
      Object.entries(looks).map(async ([app, look]) => {
        try {
          return (await look()) ? [] : [app];
        } catch (error) {
          return [`${app}: ${String(error)}`];
        }
      }),
    );
    return missing.flat();
  }
}

class Caller {
  private constructor(
    private readonly base: string,
    private readonly credentials: Credentials,
  ) {}

  static async of({ dataDir, gateway }: Place): Promise<Caller> {
    const file = join(dataDir, 'dev-credentials.json');
    return new Caller(gateway, JSON.parse(await readFile(file, 'utf8')) as Credentials);
  }

  translate = (path: string, body?: object): Promise<Answer> =>
    this.#call(path, `DeepL-Auth-Key ${this.credentials.translate.auth_key}`, body);

  speech = (path: string, body?: object): Promise<Answer> =>
    this.#call(path, `Bearer ${this.credentials.speech.api_key}`, body);

  relay = (path: string): Promise<Answer> =>
    this.#call(path, `Bearer ${this.credentials.relay.admin_token}`);

  async admin(path: string, body: object): Promise<Answer> {
    const { username = '', password = '' } = this.credentials.auth_server.admin;
    return this.#call(path, `Bearer ${await this.token(username, password, 'admin')}`, body);
  }

  async notifications(who: string, path: string, body?: object): Promise<Answer> {
    return this.#call(path, `Bearer ${await this.#tokenOf(who)}`, body);
  }

  async graphql(query: string, variables: object): Promise<Answer> {
    const answer = await fetch(`${this.base}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': this.credentials.ipt_graphql.api_key,
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, ...rest } = (await answer.json()) as { data?: { answer: Answer } };
    if (data === undefined) throw new Error(JSON.stringify(rest));
    return data.answer;
  }

  hasHeard = async (name: string): Promise<boolean> =>
    JSON.stringify(await this.relay(`/relay/history?label=alertname%3D${name}`)).includes(name);

  async alert(alertname: string): Promise<void> {
    const alert = { status: 'firing', labels: { alertname }, startsAt: new Date().toISOString() };
    await fetch(`${this.base}/relay/alertmanager`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ alerts: [alert] }),
    });
  }

  projectNamed(name: string): object {
    const { chain_id: chainId } = this.credentials.ipt_graphql;
    const project = {
      ...{ name, description: 'A project that is stored.', initialSymbol: 'STORED' },
      ...{ organization: 'Stored', topic: 'Backups', funding_amount: FUNDING },
      research_lead: { name: 'Ada', email: 'ada@example.org' },
    };
    const connectedWalletAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    return { project, connectedWalletAddress, chainId, ipnftId: '1000000001' };
  }

  async claims(who: string): Promise<{ readonly user: string }> {
    const [, claims = ''] = (await this.#tokenOf(who)).split('.');
    return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { user: string };
  }

  async token(username: string, password: string, scope: string): Promise<string> {
    const fields = { grant_type: 'password', username, password, scope };
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${this.base}/auth/token`, { method: 'POST', body });
    const { access_token, ...rest } = (await answer.json()) as { access_token?: string };
    if (access_token === undefined) throw new Error(JSON.stringify(rest));
    return access_token;
  }

  #tokenOf(who: string): Promise<string> {
    const { username = '', password = '' } = this.credentials.auth_server.users[who] ?? {};
    return this.token(username, password, 'notifications');
  }

  async #call(path: string, authorization: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${this.base}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Answer;
  }
}

const FUNDING = { value: 1, currency: 'EUR', currency_type: 'ISO4217', decimals: 2 };
