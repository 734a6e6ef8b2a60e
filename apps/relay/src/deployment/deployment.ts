import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConfigError } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import { ReviewThread } from '../admission/review-thread.js';
import { Actions } from '../chat/actions.js';
import { slackSources } from '../chat/slack-source.js';
import { Replies } from '../delivery/replies.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { inputPathsOf } from '../inputs/input-paths.js';
import { Reception } from '../inputs/reception.js';
import type { RelayConfig } from '../options/config.js';
import { CurrentConfig } from '../options/current-config.js';
import { ineffective } from '../options/upstream-options.js';
import type { Routing } from '../routing/plan.js';
import { SlackActions } from '../sinks/actions/slack-actions.js';
import { pictureOf } from '../sinks/grafana-pictures.js';
import { buildSinks } from '../sinks/sinks.js';
import type { HttpSource } from '../sources/http-source.js';
import { Templates } from '../templates/templates.js';
import { complaintsOf } from './complaints.js';
import { buildSources } from './sources.js';

/** Before the first are there. */
const NO_TEMPLATES = { templates: undefined, templateEnv: undefined, templateTimeFormat: '' };

/** All that is made of one configuration. */
interface Built {
  readonly templates: Templates;
  readonly routing: Routing;
  readonly sources: ReadonlyMap<string, HttpSource>;
}

/** What is made of the configuration and changes with it: sinks, routes, templates, and what inputs take. */
@Injectable()
export class Deployment implements OnModuleInit {
  #templates = new Templates(NO_TEMPLATES, {});

  constructor(
    private readonly config: CurrentConfig,
    private readonly dispatcher: Dispatcher,
    private readonly replies: Replies,
    private readonly reception: Reception,
    private readonly reviews: ReviewThread,
    private readonly actions: Actions,
    private readonly slackActions: SlackActions,
    private readonly logger: Logger,
  ) {}

  get templates(): Templates {
    return this.#templates;
  }

  /** Delivers what waits in the spool. @throws {ConfigError} */
  async onModuleInit(): Promise<void> {
    const { started } = this.config;
    const { routing } = this.#take(this.#built(started));
    for (const what of ineffective(started)) this.logger.warn('option.no_effect', { ...what });
    await this.dispatcher.start(routing);
  }

  /**
   * Takes another configuration without losing anything: sinks, routes, templates and tokens. Ports,
   * paths and the spool stay as they are.
   *
   * @throws {ConfigError} and stays as it was
   */
  async reload(config: RelayConfig): Promise<void> {
    const { routing } = this.#take(this.#built(config));
    this.config.replace(config);
    await this.dispatcher.use(routing);
    this.logger.info('config.reloaded', { sinks: [...routing.sinks.keys()] });
    this.reviews.reconfigure();
  }

  #built(config: RelayConfig): Built {
    const { logger, replies, actions: buttons } = this;
    const templates = new Templates(config, process.env);
    const picture = pictureOf(config, logger);
    const sinks = buildSinks({ config, templates, logger, replies, picture, buttons });
    // Routes are those of the start, so they keep their sources.
    const served = { ...config, ...inputPathsOf(this.config.started) };
    const sources = [
      ...buildSources(served, templates),
      ...slackSources(served, this.slackActions),
    ];
    for (const warning of new Set(templates.warnings)) {
      logger.warn('template.function_left_out', { warning });
    }
    const complaints = complaintsOf(config, new Set(sinks.keys()));
    if (complaints.length > 0) throw new ConfigError(complaints);
    this.#warnOfGroups(config, sinks);
    const routing = { sinks, routes: config.routes ?? [], quiet: config.quietHours ?? [] };
    return { templates, routing, sources: new Map(sources) };
  }

  #take(built: Built): Built {
    this.reception.use(built.sources);
    this.#templates = built.templates;
    return built;
  }

  #warnOfGroups({ alertmanagerMode }: RelayConfig, sinks: Routing['sinks']): void {
    const channels = [...sinks.values()].filter((sink) => sink.needsAlerts).map(({ name }) => name);
    if (alertmanagerMode !== 'group' || channels.length === 0) return;
    const reason = 'These channels need single alerts: they get those of a group one by one.';
    this.logger.warn('alertmanager.groups_split', { channels, reason });
  }
}
