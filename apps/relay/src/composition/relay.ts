import { SteadyClock, systemClock } from '@sextant/platform-runtime/clock';
import { ConfigError } from '@sextant/platform-runtime/config';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import { IcalSchedules } from '../on-call/ical-schedules.js';
import { traceCall } from '../observability/trace-call.js';
import { PrometheusObserver } from '../dispatch/prometheus-observer.js';
import type { RelayConfig } from '../options/config.js';
import { Actions } from '../chat/actions.js';
import { Administration } from '../administration/administration.js';
import { AdminAccess } from '../http/admin-access.js';
import { Dedup } from '../routing/dedup.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { Escalations } from '../on-call/escalations.js';
import type { OnCall } from '../on-call/policy.js';
import { Heartbeats } from '../heartbeats/heartbeats.js';
import { Console } from '../console/console.js';
import { Archive } from '../history/archive.js';
import type { History } from '../history/history.js';
import { LiveFeed } from '../history/live-feed.js';
import { Recorder } from '../history/recorder.js';
import { Intake } from '../intake/intake.js';
import { Reception } from '../inputs/reception.js';
import type { Routing } from '../routing/plan.js';
import type { Spool } from '../spool/spool.js';
import { RecentEvents } from '../observability/status.js';
import { ineffective } from '../options/upstream-options.js';
import {
  actionsOptions,
  actionSources,
  silencesOf,
  startSlackSocket,
  startTelegramUpdates,
} from './chat-actions.js';
import { complaintsOf } from './complaints.js';
import { inputAccess, tokenVerifier } from './access.js';
import type { EventSource } from './sources/event-source.js';
import { startKafkaSource } from './sources/kafka-source.js';
import { startNomadSource } from './sources/nomad-source.js';
import { openHistory } from './open-history.js';
import { openSpool } from './open-spool.js';
import { startKubernetesSource } from './sources/kubernetes-source.js';
import { pictureOf } from './sinks/picture.js';
import { buildSinks } from './sinks/sinks.js';
import { buildSources, inputPathsOf } from './sources/sources.js';
import { startSyslogSource } from './sources/syslog-source.js';
import { Templates } from './templates.js';
import { ConfiguredWorkbench } from './workbench.js';

export interface RelayUses {
  readonly config: RelayConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Nothing is stale, or due, because somebody set the clock for a moment. */
const clock = new SteadyClock(systemClock);

const RETRY_BASE_MS = 500;
/** What is out has so long to come back; a sink that hangs must not keep the process from ending. */
const STOP_MS = 15_000;

/** The whole of the service behind HTTP: spool, way in, way out, and what operators see. */
export class Relay {
  readonly reception: Reception;
  readonly administration: Administration;
  readonly adminAccess: AdminAccess;
  readonly #dispatcher: Dispatcher;
  readonly #intake: Intake;
  readonly observer: PrometheusObserver;
  #routing: Routing = { sinks: new Map(), routes: [] };
  #templates = new Templates(
    { templates: undefined, templateEnv: undefined, templateTimeFormat: '' },
    {},
  );
  #onCall: OnCall = { who: () => Promise.resolve([]) };
  readonly archive: Archive;
  readonly console: Console;
  readonly #actions: Actions;
  readonly #escalations: Escalations;
  readonly #heartbeats: Heartbeats;
  readonly #recorder: Recorder;
  readonly live = new LiveFeed(clock);
  readonly #eventSources: EventSource[] = [];
  config: RelayConfig;

  private constructor(
    private readonly uses: RelayUses,
    readonly spool: Spool,
    readonly history: History,
  ) {
    const { config, logger } = uses;
    const { registry } = uses.metrics;
    this.config = config;
    const verifier = tokenVerifier(config, registry);
    this.adminAccess = new AdminAccess(() => this.config.adminToken, verifier);
    const recent = new RecentEvents();
    this.#recorder = new Recorder({
      ...{ clock, history: () => history },
      queues: async () => (await this.administration.status()).queues,
    });
    const watchers = [recent, this.#recorder, this.live];
    const observer = new PrometheusObserver({ registry, logger, watchers, clock });
    this.observer = observer;
    this.#dispatcher = dispatcherOf(config, { spool, observer });
    this.#intake = this.#startingIntake(observer);
    this.#escalations = this.#startingEscalations(observer);
    this.#actions = new Actions({
      ...{ spool, clock, intake: this.#intake },
      silences: () => silencesOf(this.config),
      options: () => actionsOptions(this.config),
      taken: (key) => this.#escalations.stop(key),
    });
    this.#heartbeats = new Heartbeats({
      ...{ spool, observer, clock, intake: this.#intake },
      heartbeats: () => this.config.heartbeats ?? [],
      isLeading: () => this.isDelivering,
    });
    this.reception = new Reception({
      ...{ intake: this.#intake, observer, clock, heartbeats: this.#heartbeats },
    });
    const sinks = () => this.#routing.sinks;
    this.administration = this.#operators({ recent, sinks }).administration;
    this.archive = new Archive(history);
    this.console = this.#console();
  }

  /** Opens the spool and delivers what waits in it. @throws {TemplateProblem | ConfigError} */
  static async start(uses: RelayUses): Promise<Relay> {
    const { config, logger, metrics } = uses;
    const spool = await openSpool(config, logger, metrics);
    const relay = new Relay(uses, spool, await openHistory(config, logger));
    try {
      relay.#apply(config);
    } catch (error) {
      await Promise.all([relay.spool.close(), relay.history.close()]);
      throw error;
    }
    for (const what of ineffective(config)) logger.warn('option.no_effect', { ...what });
    relay.#dispatcher.start(relay.#routing);
    await relay.#startEventSources();
    relay.#heartbeats.start();
    relay.#escalations.start();
    relay.#recorder.start();
    return relay;
  }

  get inputAccess() {
    const { k8sPaths } = this.uses.config;
    return inputAccess({ ...this.config, k8sPaths });
  }

  /** Whether this process delivers; where replicas share a spool, one of them does. */
  get isDelivering(): boolean {
    return this.#dispatcher.isLeading;
  }

  /**
   * Takes another configuration without losing anything: sinks, routes, templates and tokens. Ports,
   * paths and the spool stay as they are.
   *
   * @throws {TemplateProblem | ConfigError} and stays as it was
   */
  async reload(config: RelayConfig): Promise<void> {
    this.#apply(config);
    this.config = config;
    await this.#dispatcher.use(this.#routing);
    this.uses.logger.info('config.reloaded', { sinks: [...this.#routing.sinks.keys()] });
  }

  /** Stops in the order in which nothing is lost: no new events, then deliveries, then the spool. */
  async close(): Promise<void> {
    await Promise.all(this.#eventSources.map((source) => source.close()));
    await Promise.all([this.#heartbeats.close(), this.#escalations.close()]);
    await this.#intake.close();
    await within(STOP_MS, this.#dispatcher.stop());
    this.#recorder.stop();
    await Promise.all([this.spool.close(), this.history.close()]);
  }

  #apply(config: RelayConfig): void {
    const templates = new Templates(config, process.env);
    const { logger } = this.uses;
    const sinks = buildSinks({
      config,
      templates,
      logger,
      replies: this.#dispatcher.replies,
      picture: pictureOf(config, logger),
      buttons: this.#actions,
    });
    // Routes are those of the start, so they keep their sources.
    const served = { ...config, ...inputPathsOf(this.uses.config) };
    const sources = new Map([...buildSources(served, templates), ...this.#actionSources(served)]);
    for (const warning of new Set(templates.warnings)) {
      logger.warn('template.function_left_out', { warning });
    }
    const complaints = complaintsOf(config, new Set(sinks.keys()));
    if (complaints.length > 0) throw new ConfigError(complaints);
    this.#warnOfGroups(config, sinks);
    this.reception.use(sources);
    this.#routing = { sinks, routes: config.routes ?? [], quiet: config.quietHours ?? [] };
    this.#onCall = new IcalSchedules({
      ...{ clock, spool: this.spool, observer: this.observer },
      schedules: config.schedules ?? [],
    });
    this.#templates = templates;
  }

  #warnOfGroups({ alertmanagerMode }: RelayConfig, sinks: Routing['sinks']): void {
    const channels = [...sinks.values()].filter((sink) => sink.needsAlerts).map(({ name }) => name);
    if (alertmanagerMode !== 'group' || channels.length === 0) return;
    const reason = 'These channels need single alerts: they get those of a group one by one.';
    this.uses.logger.warn('alertmanager.groups_split', { channels, reason });
  }

  #operators(uses: Pick<ConstructorParameters<typeof Administration>[0], 'recent' | 'sinks'>) {
    const { spool } = this;
    const administration = new Administration({
      ...uses,
      clock,
      spool,
      dispatcher: this.#dispatcher,
      intake: this.#intake,
    });
    this.observer.watch({
      sizes: () => spool.sizes(),
      space: () => spool.space(),
      unstored: () => this.#intake.unstored,
      historyDropped: () => this.history.counts().dropped,
      label: (sink, target) => administration.label(sink, target),
    });
    return { administration };
  }

  #startingIntake(observer: PrometheusObserver): Intake {
    return new Intake({
      ...{ spool: this.spool, observer },
      prepare: (events) => this.#escalations.prepare(events),
      stored: (events) => this.#dispatcher.offer(events),
    });
  }

  #startingEscalations(observer: PrometheusObserver): Escalations {
    return new Escalations({
      ...{ clock, observer, spool: this.spool, intake: this.#intake },
      onCall: () => this.#onCall,
      plan: () => ({
        policies: this.config.escalations ?? [],
        schedules: this.config.schedules ?? [],
      }),
      isLeading: () => this.isDelivering,
    });
  }

  #console(): Console {
    const templates = () => this.#templates;
    const routing = () => this.#routing;
    return new Console({
      ...{ clock, spool: this.spool, archive: this.archive },
      workbench: new ConfiguredWorkbench({ templates, routing }),
      silences: () => silencesOf(this.config),
    });
  }

  #actionSources(config: RelayConfig) {
    return actionSources(config, { actions: this.#actions, observer: this.observer });
  }

  async #startEventSources(): Promise<void> {
    const { logger } = this.uses;
    const isLeading = () => this.isDelivering;
    const [intake, observer] = [this.#intake, this.observer];
    const uses = { intake, observer, logger, spool: this.spool, isLeading, actions: this.#actions };
    const starts = [startKafkaSource, startSyslogSource, startKubernetesSource, startNomadSource];
    for (const start of [...starts, startTelegramUpdates, startSlackSocket]) {
      const source = await start(this.config, uses);
      if (source !== undefined) this.#eventSources.push(source);
    }
  }
}

function dispatcherOf(
  config: RelayConfig,
  { spool, observer }: { readonly spool: Spool; readonly observer: PrometheusObserver },
): Dispatcher {
  return new Dispatcher({
    spool,
    observer,
    clock,
    trace: traceCall,
    dedup: new Dedup(clock),
    shared: config.databaseUrl !== undefined,
    deadLetterTopic: config.kafkaBrokers === undefined ? undefined : config.kafkaDeadLetterTopic,
    policy: {
      baseMs: RETRY_BASE_MS,
      maxMs: config.retryMaxSeconds * 1000,
      giveUpAfterMs: config.retrySeconds * 1000,
    },
  });
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}
