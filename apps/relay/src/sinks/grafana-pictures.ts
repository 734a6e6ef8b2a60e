import { randomUUID } from 'node:crypto';
import { CircuitBreaker } from '@sextant/platform-security/circuit-breaker';
import { systemClock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import { boundedBody } from '../http/bounded-body.js';
import { alertExpression, queryOf, type AlertExpression } from '../routing/alert-expression.js';
import type { RelayEvent } from '../events/event.js';
import type { RelayConfig } from '../options/config.js';
import type { Picture } from './base/sink-base.js';

const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** Of the same alert for several sinks, or several times. */
const CACHE_MS = 60_000;
const MAX_CACHED = 100;

/** After two failures in a row messages go without pictures for half a minute, then longer. */
const PATIENCE = { failures: 2, pauseMs: 30_000, maxPauseMs: 600_000, dice: Math.random };

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Pictures of alerts from Grafana: a dashboard with one panel is made, rendered and deleted. Whatever
 * goes wrong, the message goes out without a picture.
 */
class GrafanaPictures {
  readonly #cached = new Map<
    string,
    { readonly atMs: number; readonly picture: Promise<Bytes | undefined> }
  >();

  readonly #breaker: CircuitBreaker;

  readonly #access: ReturnType<typeof grafanaAccess>;

  constructor(
    url: string,
    private readonly config: RelayConfig,
    private readonly logger: Logger,
  ) {
    this.#access = grafanaAccess(url, config.dashboardApiKey);
    this.#breaker = new CircuitBreaker(systemClock, PATIENCE);
  }

  /** A PNG of what a firing alert is about. */
  of(event: RelayEvent): Promise<Bytes | undefined> {
    if (event.source !== 'alertmanager' || event.data['status'] !== 'firing') {
      return Promise.resolve(undefined);
    }
    const known = this.#cached.get(event.id);
    if (known !== undefined && Date.now() - known.atMs < CACHE_MS) return known.picture;
    const picture = this.#draw(event);
    if (this.#cached.size >= MAX_CACHED) this.#cached.clear();
    this.#cached.set(event.id, { atMs: Date.now(), picture });
    return picture;
  }

  async #draw(event: RelayEvent): Promise<Bytes | undefined> {
    const query = queryOf(event.data['generatorURL'], this.config.alertExpressionName);
    const expression = query === undefined ? undefined : alertExpression(query);
    // A dashboard that hangs must not hold every message up by its time-out.
    if (expression === undefined) return undefined;
    const call = this.#breaker.begin();
    if (call === undefined) return undefined;
    try {
      const signal = AbortSignal.timeout(this.config.dashboardTimeout * 1000);
      const picture = await this.#render({ event, expression, signal });
      call.succeeded();
      return picture;
    } catch (error) {
      call.failed();
      this.logger.warn('picture.failed', { id: event.id, err: error });
      return undefined;
    }
  }

  async #render({ event, expression, signal }: Drawing): Promise<Bytes> {
    const uid = randomUUID().replaceAll('-', '').slice(0, 32);
    const title = `${event.labels['alertname'] ?? 'alert'} - ${uid.slice(0, 8)}`;
    const dashboard = this.#dashboard({ uid, title, expression, unit: event.labels['unit'] });
    const made = await this.#call('api/dashboards/db', {
      method: 'POST',
      body: JSON.stringify({ dashboard, overwrite: false }),
      signal,
    });
    await made.body?.cancel();
    try {
      const path = `render/d-solo/${uid}/alert?${this.#renderQuery(event).toString()}`;
      const response = await this.#call(path, { signal });
      const { bytes: picture, isCut } = await boundedBody(response, MAX_PICTURE_BYTES);
      if (!isPng(picture)) throw new Error('Grafana gave no PNG.');
      if (isCut) throw new Error('The picture is too large.');
      return picture;
    } finally {
      // A time of its own: it must go even when rendering took all there was.
      const own = AbortSignal.timeout(5000);
      await this.#call(`api/dashboards/uid/${uid}`, { method: 'DELETE', signal: own }).catch(
        (error: unknown) => this.logger.warn('picture.dashboard_left', { uid, err: error }),
      );
    }
  }

  #renderQuery({ labels }: RelayEvent): URLSearchParams {
    const { config } = this;
    const minutes = Number(labels['minutes']);
    const period = Number.isInteger(minutes) && minutes > 0 ? minutes : config.dashboardPeriod;
    const nowMs = Date.now();
    return new URLSearchParams({
      orgId: String(config.dashboardOrg),
      panelId: '1',
      from: String(nowMs - period * 60_000),
      to: String(nowMs),
      width: String(config.dashboardWidth),
      height: String(config.dashboardHeight),
      tz: 'UTC',
    });
  }

  #dashboard({ uid, title, expression, unit }: Panel): object {
    const { metric, threshold } = expression;
    const steps = [
      { color: 'green', value: null },
      ...(threshold === undefined ? [] : [{ color: 'red', value: threshold }]),
    ];
    const defaults = {
      ...(unit === undefined ? {} : { unit }),
      thresholds: { mode: 'absolute', steps },
      custom: { thresholdsStyle: { mode: threshold === undefined ? 'off' : 'line' } },
    };
    const { dashboardDatasource: datasource } = this.config;
    return {
      uid,
      title,
      timezone: 'utc',
      panels: [
        {
          id: 1,
          type: 'timeseries',
          title,
          datasource,
          gridPos: { x: 0, y: 0, w: 24, h: 12 },
          fieldConfig: { defaults, overrides: [] },
          targets: [{ refId: 'A', expr: metric, datasource }],
        },
      ],
    };
  }

  async #call(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${this.#access.url}/${path}`, {
      ...init,
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...this.#authorization() },
    });
    if (!response.ok) throw new Error(`Grafana answered ${response.status}.`);
    return response;
  }

  #authorization(): Record<string, string> {
    const { apiKey } = this.#access;
    if (apiKey === undefined) return {};
    return {
      authorization: apiKey.includes(':')
        ? `Basic ${Buffer.from(apiKey).toString('base64')}`
        : `Bearer ${apiKey}`,
    };
  }
}

/** Credentials out of the address: fetch refuses addresses that hold some. */
export function grafanaAccess(address: string, apiKey: string | undefined) {
  const url = new URL(address);
  const given = [url.username, url.password].map(decodeURIComponent).join(':');
  url.username = '';
  url.password = '';
  return {
    url: url.href.replace(/\/+$/, ''),
    apiKey: apiKey ?? (given === ':' ? undefined : given),
  };
}

/** Pictures of alerts, when a dashboard is configured. */
export function pictureOf(config: RelayConfig, logger: Logger): Picture | undefined {
  if (config.dashboardUrl === undefined) return undefined;
  const pictures = new GrafanaPictures(config.dashboardUrl, config, logger);
  return (event) => pictures.of(event);
}

interface Drawing {
  readonly event: RelayEvent;
  readonly expression: AlertExpression;
  readonly signal: AbortSignal;
}

interface Panel {
  readonly uid: string;
  readonly title: string;
  readonly expression: AlertExpression;
  readonly unit: string | undefined;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

const isPng = (bytes: Uint8Array): boolean => PNG.equals(bytes.subarray(0, PNG.length));
