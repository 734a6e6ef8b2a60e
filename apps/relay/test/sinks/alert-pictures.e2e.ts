import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../running-relay.js';
import { stubServer, type Call, type Stub } from '../stub-server.js';
import { chatbotDesk } from '../relay-desk.js';

const desk = chatbotDesk();

describe('pictures of alerts', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const GENERATOR =
    'http://prometheus:9090/graph?g0.expr=sum%28rate%28errors%5B5m%5D%29%29+%3E+3&g0.tab=1';
  let grafana: Stub;

  beforeEach(async () => {
    grafana = await stubServer(({ path }) =>
      path.startsWith('/render/') ? { body: PNG } : { body: { uid: 'x' } },
    );
  });

  afterEach(() => grafana.close());

  const startWithPictures = (env: Record<string, string> = {}) =>
    desk.start({ EVENTS_DASHBOARD_URL: grafana.url, EVENTS_DASHBOARD_API_KEY: 'glsa_x', ...env });

  it('show the metric and the threshold of the query, and leave no dashboard behind', async () => {
    await startWithPictures();

    await desk.running.alert(
      { alertname: 'Drawn', unit: 'reqps', minutes: '30' },
      { generatorURL: GENERATOR },
    );
    await until(() => desk.api.calls.length === 1 && grafana.calls.length === 3);

    const [made, rendered, removed] = grafana.calls as [Call, Call, Call];
    expect(made.headers['authorization']).toBe('Bearer glsa_x');
    expect(made.json).toMatchObject({
      dashboard: {
        panels: [
          {
            datasource: 'Prometheus',
            targets: [{ expr: 'sum(rate(errors[5m]))' }],
            fieldConfig: {
              defaults: { unit: 'reqps', thresholds: { steps: [{}, { color: 'red', value: 3 }] } },
            },
          },
        ],
      },
    });
    const query = new URL(`http://x${rendered.path}`).searchParams;
    expect(Number(query.get('to')) - Number(query.get('from'))).toBe(30 * 60_000);
    expect([query.get('width'), query.get('height'), query.get('tz')]).toEqual([
      '1280',
      '640',
      'UTC',
    ]);
    expect(removed.method).toBe('DELETE');
    expect(desk.api.calls[0]?.path).toBe('/bot123:ABC/sendPhoto');
    const form = desk.api.calls[0]?.body.toString('latin1') ?? '';
    expect(form).toContain('<b>Drawn</b>');
    expect(form).toContain(PNG.toString('latin1'));
  });

  it('are left out when they do not end, of which only the beginning is read', async () => {
    grafana.answer = ({ path }) => ({
      body: path.startsWith('/render/') ? Buffer.concat([PNG, Buffer.alloc(11_000_000)]) : '{}',
    });
    await startWithPictures();

    await desk.running.alert({ alertname: 'Endless' }, { generatorURL: GENERATOR });
    await until(() => desk.api.calls.length === 1 && grafana.calls.length === 3);

    expect(desk.api.calls[0]?.path).toBe('/bot123:ABC/sendMessage');
    const failed = desk.running.logs.find(({ msg }) => msg === 'picture.failed');
    expect(JSON.stringify(failed)).toContain('too large');
  });

  it.each([
    ['Grafana refuses', () => ({ status: 500 })],
    ['it is no picture', () => ({ body: '<html>' })],
  ])('are left out when %s', async (_name, answer) => {
    grafana.answer = answer;
    await startWithPictures();

    await desk.running.alert({ alertname: 'Plain' }, { generatorURL: GENERATOR });
    await until(() => desk.api.calls.length === 1);

    expect(desk.api.calls[0]?.path).toBe('/bot123:ABC/sendMessage');
  });

  it('are left out when Grafana takes too long', async () => {
    grafana.answer = () => new Promise(() => undefined);
    await startWithPictures({ EVENTS_DASHBOARD_TIMEOUT: '1' });

    await desk.running.alert({ alertname: 'Late' }, { generatorURL: GENERATOR });

    await until(() => desk.api.calls.length === 1);
  });

  it('are not asked for while Grafana hangs, so that messages do not wait each time', async () => {
    grafana.answer = () => new Promise(() => undefined);
    await startWithPictures({ EVENTS_DASHBOARD_TIMEOUT: '1' });
    const alertAndWait = async (alertname: string, count: number) => {
      await desk.running.alert({ alertname }, { generatorURL: GENERATOR });
      await until(() => desk.api.calls.length === count);
    };

    await alertAndWait('One', 1);
    await alertAndWait('Two', 2);
    const asked = grafana.calls.length;
    await alertAndWait('Three', 3);

    expect(grafana.calls.length).toBe(asked);
  });

  it('use Basic for user and password, and are not asked for resolved alerts', async () => {
    await startWithPictures({ EVENTS_DASHBOARD_API_KEY: 'admin:admin' });

    await desk.running.alert(
      { alertname: 'Over' },
      { status: 'resolved', generatorURL: GENERATOR },
    );
    await until(() => desk.api.calls.length === 1);
    expect(grafana.calls).toEqual([]);
    await desk.running.alert({ alertname: 'Basic' }, { generatorURL: GENERATOR });
    await until(() => grafana.calls.length === 3);

    expect(grafana.calls[0]?.headers['authorization']).toBe('Basic YWRtaW46YWRtaW4=');
  });

  it('come beside the text when that is too long for a caption', async () => {
    await startWithPictures({ EVENTS_CHATBOT_OUT_MESSAGE: '{{ repeat 2000 "x" }}' });

    await desk.running.alert({ alertname: 'LongCaption' }, { generatorURL: GENERATOR });
    await until(() => desk.api.calls.length === 2);

    expect(desk.api.calls.map(({ path }) => path)).toEqual([
      '/bot123:ABC/sendPhoto',
      '/bot123:ABC/sendMessage',
    ]);
    expect(desk.api.calls[0]?.body.toString('latin1')).not.toContain('name="caption"');
  });
});
