import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { Beats } from '../heartbeats/heartbeats.js';
import { Intake } from '../intake/intake.js';
import { Observer } from '../observability/observer.js';
import { sizeOf, type RelayEvent } from '../events/event.js';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import type { HttpSource, RequestHead } from '../sources/http-source.js';
import { jsonOf } from '../sources/json-body.js';

export interface Post {
  readonly path: string;
  readonly body: Buffer;
  readonly head: RequestHead;
  readonly traceparent?: string | undefined;
}

/** What is known of an input before its body is. */
export type Gate = Pick<HttpSource, 'takesType' | 'admits' | 'handshake'>;

/** The inputs: finds the source of a path, has it read the body, and has the events stored. */
@Injectable()
export class Reception {
  #sources: ReadonlyMap<string, HttpSource> = new Map();

  constructor(
    private readonly intake: Intake,
    private readonly observer: Observer,
    private readonly clock: Clock,
    private readonly beats: Beats,
  ) {}

  /** Replaces the sources, by the paths that they listen on. */
  use(sources: ReadonlyMap<string, HttpSource>): void {
    this.#sources = sources;
  }

  /** Nothing where no source listens. */
  gate(path: string): Gate | undefined {
    return this.#sources.get(path);
  }

  /**
   * The answer to a body, once its events are stored.
   *
   * @throws {Problem} `empty_body`, `malformed_json`, `invalid_encoding`, `invalid_payload`,
   *   `unauthorized`, `overloaded`, `not_stored`
   */
  async receive({ path, body, head, traceparent }: Post): Promise<unknown> {
    const source = this.#sources.get(path);
    if (source === undefined) throw HTTP_PROBLEMS.notFound();
    const { intake, observer, clock } = this;
    const nowMs = clock.nowMs();
    if (source.verifies?.(head, body, nowMs) === false) throw RELAY_ERRORS.unauthorized();
    const { events, dropped, answer } = await source.receive(bodyFor(source, body, head), {
      channel: path.replace(/^\/+/, ''),
      nowMs,
      head,
      ...(traceparent === undefined ? {} : { traceparent }),
    });
    for (const [reason, count] of Object.entries(dropped)) {
      observer.dropped(source.name, reason, count);
    }
    const kept = await this.#withoutBeats(source.name, events);
    await intake.accept({
      source: source.name,
      events: kept,
      bytes: body.length,
      ...(source.answerWithinMs === undefined ? {} : { withinMs: source.answerWithinMs }),
    });
    return answer;
  }

  /** Stores what another thread has answered already. @throws {Problem} `overloaded`, `not_stored` */
  async takeOver(source: string, events: readonly RelayEvent[]): Promise<void> {
    const bytes = events.reduce((sum, event) => sum + sizeOf(event), 0);
    const kept = await this.#withoutBeats(source, events);
    await this.intake.accept({ source, events: kept, bytes });
  }

  /** How many are in the memory of that thread only. */
  unstoredElsewhere(count: number): void {
    this.intake.unstoredElsewhere = count;
  }

  /** @throws {Problem} `not_stored` */
  async #withoutBeats(source: string, events: readonly RelayEvent[]) {
    const { beats, observer } = this;
    try {
      const kept = await beats.take(events);
      const taken = events.length - kept.length;
      if (taken > 0) observer.dropped(source, 'heartbeat', taken);
      return kept;
    } catch (cause) {
      throw RELAY_ERRORS.notStored({ cause, headers: { 'Retry-After': '5' } });
    }
  }
}

const bodyFor = (source: HttpSource, body: Buffer, head: RequestHead): unknown =>
  source.parse === undefined ? jsonOf(body, source.limits) : source.parse(body, head);
