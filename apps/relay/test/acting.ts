import { stubServer, type Call, type Stub } from './stub-server.js';

export type Json = Readonly<Record<string, unknown>>;

export const LABELS = { alertname: 'DiskFull', instance: 'db-1', severity: 'critical' };

/** An Alertmanager and a sink beside a chat, and what they were told. */
export class Surroundings {
  private constructor(
    readonly manager: Stub,
    readonly sink: Stub,
  ) {}

  static async create(): Promise<Surroundings> {
    const made: Json[] = [];
    const manager = await stubServer(({ method, path, json }) => {
      if (path.startsWith('/api/v2/silences?')) return { body: made };
      if (path !== '/api/v2/silences') return { body: {} };
      if (method === 'POST') made.push({ ...json, status: { state: 'active' } });
      return { body: method === 'POST' ? { silenceID: 's-1' } : made };
    });
    return new Surroundings(manager, await stubServer());
  }

  get env(): Record<string, string> {
    return {
      EVENTS_ACTIONS_USERS: '{"telegram:7": "Anna", "slack:U7": "Anna"}',
      EVENTS_ACTIONS_TIMEZONE: 'Europe/Berlin',
      EVENTS_ALERTMANAGER_API_URL: this.manager.url,
      EVENTS_WEBHOOK_OUT_URL: this.sink.url,
    };
  }

  audits(): readonly Json[] {
    return this.sink.calls
      .map(({ json }) => json)
      .filter(({ type }) => type === 'ActionEvent')
      .map(({ data }) => data as Json);
  }

  silences(): readonly Call[] {
    return this.manager.calls.filter(({ path }) => path === '/api/v2/silences');
  }

  async close(): Promise<void> {
    await Promise.all([this.manager.close(), this.sink.close()]);
  }
}
