import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Delivering } from '../delivery/delivering.js';
import { CurrentConfig } from '../options/current-config.js';
import { Observer } from '../observability/observer.js';
import { jsonOf } from '../sources/json-body.js';
import { at, textAt } from '../sources/payload.js';
import { TeamchatApi } from '../sinks/teamchat-api.js';
import { SlackActions } from '../sinks/actions/slack-actions.js';

const AGAIN_MS = 2000;
const TIMEOUT_MS = 10_000;

/** Slack's Socket Mode ("Using Socket Mode"): interactions without an address that Slack can reach. */
@Injectable()
export class SlackSocket implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #socket: WebSocket | undefined;

  constructor(
    private readonly config: CurrentConfig,
    private readonly actions: SlackActions,
    private readonly observer: Observer,
    private readonly delivering: Delivering,
  ) {}

  onApplicationBootstrap(): void {
    const { slackAppToken } = this.config.started;
    if (slackAppToken !== undefined) this.#running = this.#run(slackAppToken);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#ending.abort();
    this.#socket?.close();
    await this.#running;
  }

  #isOver(): boolean {
    return this.#ending.signal.aborted;
  }

  async #run(token: string): Promise<void> {
    const { signal } = this.#ending;
    while (!this.#isOver()) {
      try {
        if (this.delivering.isLeading) await this.#connection(token);
      } catch (error) {
        if (!this.#isOver()) this.observer.trouble('slack.socket_failed', error);
      }
      await pause(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined); // the end
    }
  }

  /** From opening to closing: Slack asks for another one every few hours. */
  async #connection(token: string): Promise<void> {
    const { teamchatApiUrl: apiUrl } = this.config.started;
    const opened = await new TeamchatApi({ apiUrl, token, timeoutMs: TIMEOUT_MS }).call(
      'apps.connections.open',
      {},
    );
    if (!opened.ok) throw new Error(opened.error);
    const socket = new WebSocket(String(opened.body['url']));
    this.#socket = socket;
    if (this.#ending.signal.aborted) socket.close();
    await new Promise<void>((resolve) => {
      socket.addEventListener('message', ({ data }) => void this.#take(socket, String(data)));
      socket.addEventListener('close', () => resolve());
      socket.addEventListener('error', () => socket.close());
    });
  }

  /** Acknowledged when it is done: without that it comes again. */
  async #take(socket: WebSocket, text: string): Promise<void> {
    try {
      const envelope: unknown = jsonOf(Buffer.from(text));
      if (textAt(envelope, 'type') === 'disconnect') socket.close();
      if (textAt(envelope, 'type') === 'interactive') {
        await this.actions.take(at(envelope, 'payload'));
      }
      const isCommand = textAt(envelope, 'type') === 'slash_commands';
      const payload = isCommand
        ? { payload: await this.actions.command(at(envelope, 'payload')) }
        : {};
      const id = textAt(envelope, 'envelope_id');
      if (id !== '') socket.send(JSON.stringify({ envelope_id: id, ...payload }));
    } catch (error) {
      this.observer.trouble('slack.envelope_failed', error);
    }
  }
}
