import { AlertmanagerSilences } from '../chat/alertmanager-silences.js';
import { SlackActions } from '../sinks/actions/slack-actions.js';
import { SlackSocket } from '../chat/slack-socket.js';
import { slackSource } from '../chat/slack-source.js';
import { TelegramUpdates } from '../chat/telegram-updates.js';
import type { RelayConfig } from '../options/config.js';
import type { Actions, ActionsOptions } from '../chat/actions.js';
import type { Observer } from '../observability/observer.js';
import type { HttpSource } from '../sources/http-source.js';
import { botAddress } from '../sinks/chat-sinks.js';
import type { EventSource, EventSourceUses } from './sources/event-source.js';

export const actionsOptions = (config: RelayConfig): ActionsOptions => ({
  users: config.actionUsers ?? {},
  morning: config.actionMorning,
  zone: config.actionZone,
  hasGraphs: config.dashboardUrl !== undefined,
});

export const silencesOf = ({
  silencesUrl,
  silencesKey,
}: RelayConfig): AlertmanagerSilences | undefined =>
  silencesUrl === undefined
    ? undefined
    : new AlertmanagerSilences({ url: silencesUrl, key: silencesKey });

interface ActionUses {
  readonly actions: Actions;
  readonly observer: Observer;
}

const slackActions = ({ actions, observer }: ActionUses): SlackActions =>
  new SlackActions({
    observer,
    perform: (request) => actions.perform(request),
    open: () => actions.open(),
    mayAct: (userId) => actions.mayAct('slack', userId),
  });

/** Slack's interactions over HTTP, by path. */
export function actionSources(
  { slackActionPaths: paths = [], slackSigningSecret: secret }: RelayConfig,
  uses: ActionUses,
): ReadonlyMap<string, HttpSource> {
  if (secret === undefined) return new Map();
  const source = slackSource(slackActions(uses), secret);
  return new Map(paths.map((path) => [path, source] as const));
}

export function startTelegramUpdates(
  config: RelayConfig,
  { actions, observer, isLeading }: EventSourceUses,
): Promise<EventSource | undefined> {
  const address = config.chatbotActions ? botAddress(config) : undefined;
  if (address === undefined) return Promise.resolve(undefined);
  const { apiUrl, token } = address;
  const perform = actions.perform.bind(actions);
  const parseMode = config.chatbotParseMode;
  const updates = new TelegramUpdates({ apiUrl, token, parseMode, observer, perform, isLeading });
  updates.start();
  return Promise.resolve(updates);
}

export function startSlackSocket(
  config: RelayConfig,
  { actions, observer, isLeading }: EventSourceUses,
): Promise<EventSource | undefined> {
  const { slackAppToken: appToken, teamchatApiUrl: apiUrl } = config;
  if (appToken === undefined) return Promise.resolve(undefined);
  const uses = { actions: slackActions({ actions, observer }), observer, isLeading };
  const socket = new SlackSocket({ ...uses, apiUrl, appToken });
  socket.start();
  return Promise.resolve(socket);
}
