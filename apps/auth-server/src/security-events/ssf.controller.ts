import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiResponse, ApiTags } from '@nestjs/swagger';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Identity } from '../http/identity.js';
import { AccessTokenSettings } from '../keys/access-token.settings.js';
import { EventSigner } from './event-signer.js';
import { PushSender, PushStreams, type PushTarget } from './event-pusher.js';
import { Revocations } from './revocations.js';
import {
  DEFAULT_KINDS,
  EVENT_KINDS,
  eventType,
  kindsOf,
  type EventKind,
} from './security-events.js';
import { Answers } from '../http/answers.dto.js';
import { pushTargetOf } from './push-target.js';
import { ChangedStreamDto, NewStreamDto, PollDto, StreamQuery } from './ssf.dto.js';
import { EventsGuard } from './ssf.guard.js';

const POLL_METHOD = 'urn:ietf:rfc:8936';
const PUSH_METHOD = 'urn:ietf:rfc:8935';

const OBJECT = { schema: { type: 'object', additionalProperties: true } } as const;

/** What receivers find (SSF 1.0, section 7). */
@ApiTags('shared signals')
@Controller('.well-known')
export class SsfMetadataController {
  constructor(private readonly identity: Identity) {}

  @Get('ssf-configuration')
  ssfConfiguration() {
    return {
      spec_version: '1_0',
      issuer: this.identity.issuer,
      jwks_uri: `${this.identity.issuer}/.well-known/jwks.json`,
      delivery_methods_supported: [POLL_METHOD, PUSH_METHOD],
      configuration_endpoint: `${this.identity.issuer}/ssf/streams`,
      default_subjects: 'ALL',
      authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6750' }],
    };
  }
}

/** Streams of security events (OpenID Shared Signals Framework 1.0), by poll (RFC 8936) and push (RFC 8935). */
@ApiTags('shared signals')
@ApiBearerAuth()
@UseGuards(EventsGuard)
@Controller('ssf')
export class SsfController {
  constructor(
    private readonly identity: Identity,
    private readonly revocations: Revocations,
    private readonly signer: EventSigner,
    private readonly pushed: PushStreams,
    private readonly sender: PushSender,
    private readonly tokens: AccessTokenSettings,
    private readonly unit: UnitOfWork,
  ) {}

  /** Opens a stream, which begins with all that has not expired: of the events that are requested, else of revoked tokens. */
  @Post('streams')
  @ApiResponse({ status: 201, ...OBJECT })
  async openStream(@Body() { delivery, events_requested: types }: NewStreamDto) {
    const kinds = requestedKinds(types);
    const target = targetOf(delivery, this.sender);
    const id = await (target === undefined
      ? this.revocations.streams.open(kinds)
      : this.pushed.open(target, kinds));
    return this.#present(id, kinds, target);
  }

  /** The configuration of the stream that `stream_id` names, a list of all without. */
  @Get('streams')
  @ApiResponse({ status: 200, ...OBJECT })
  async readStreams(@Query() { stream_id: id }: StreamQuery) {
    if (id !== undefined) return this.getStream(id);
    const streams = await this.revocations.streams.list();
    return Promise.all(
      streams.map(async (one) => this.#present(one.id, one.kinds, await this.pushed.find(one.id))),
    );
  }

  /** Changes the members that are sent. */
  @Patch('streams')
  @ApiResponse({ status: 200, ...OBJECT })
  async updateStream(@Body() body: ChangedStreamDto) {
    return this.#change(body);
  }

  /** Changes all: what is not sent is as it is at first. */
  @Put('streams')
  @ApiResponse({ status: 200, ...OBJECT })
  async replaceStream(@Body() body: ChangedStreamDto) {
    const { delivery = { method: POLL_METHOD }, events_requested = DEFAULT_TYPES } = body;
    const { stream_id, iss, aud } = body;
    return this.#change({ stream_id, iss, aud, delivery, events_requested });
  }

  @Delete('streams')
  @HttpCode(204)
  @Answers(204)
  async deleteStream(@Query() { stream_id: id = '' }: StreamQuery): Promise<void> {
    await this.closeStream(id);
  }

  @Get('streams/:id')
  @ApiResponse({ status: 200, ...OBJECT })
  async getStream(@Param('id') id: string) {
    const kinds = await this.revocations.streams.kindsOf(id);
    if (kinds === undefined) throw AUTH_ERRORS.streamNotFound();
    return this.#present(id, kinds, await this.pushed.find(id));
  }

  @Delete('streams/:id')
  @HttpCode(204)
  @Answers(204)
  async closeStream(@Param('id') id: string): Promise<void> {
    if (!(await this.revocations.streams.close(id))) throw AUTH_ERRORS.streamNotFound();
  }

  /** Answers with what is new, at once or when there is something, after 20 seconds at the latest. */
  @Post('poll/:id')
  @HttpCode(200)
  @ApiResponse({ status: 200, ...OBJECT })
  async poll(@Param('id') id: string, @Body() { maxEvents, returnImmediately, ack }: PollDto) {
    for (const place of ack) await this.revocations.streams.heard(id, place);
    // One more than is told says whether there is more.
    const wanted = { limit: maxEvents + 1, waits: !returnImmediately && maxEvents > 0 };
    const news = await this.revocations.next(id, wanted);
    if (news === undefined) throw AUTH_ERRORS.streamNotFound();
    const { events, isHeldBack } = news;
    const told = events.slice(0, maxEvents);
    const sets = await Promise.all(
      told.map(async (one) => [one.place, await this.signer.sign(one)] as const),
    );
    const moreAvailable = events.length > told.length || isHeldBack;
    return { sets: Object.fromEntries(sets), moreAvailable };
  }

  async #change({ stream_id: id, delivery, events_requested: types, ...told }: StreamChange) {
    const { streams } = this.revocations;
    const before = await streams.kindsOf(id);
    if (before === undefined) throw AUTH_ERRORS.streamNotFound();
    requireSame('iss', told.iss, this.identity.issuer);
    requireSame('aud', told.aud, this.tokens.accessTokenAudience);
    const kinds = types === undefined ? before : requestedKinds(types);
    const target = delivery === undefined ? undefined : targetOf(delivery, this.sender);
    await this.unit.run(async () => {
      if (!(await streams.change(id, kinds))) throw AUTH_ERRORS.streamNotFound();
      if (delivery !== undefined) await this.pushed.redirect(id, target);
    });
    return this.#present(id, kinds, await this.pushed.find(id));
  }

  #present(id: string, kinds: readonly EventKind[], target?: PushTarget) {
    return {
      stream_id: id,
      iss: this.identity.issuer,
      aud: this.tokens.accessTokenAudience,
      // What the receiver wants to see is its secret.
      delivery:
        target === undefined
          ? { method: POLL_METHOD, endpoint_url: `${this.identity.issuer}/ssf/poll/${id}` }
          : { method: PUSH_METHOD, endpoint_url: target.url },
      events_supported: EVENT_KINDS.map(eventType),
      events_requested: kinds.map(eventType),
      events_delivered: kinds.map(eventType),
    };
  }
}

interface StreamChange {
  readonly stream_id: string;
  readonly delivery?: Readonly<Record<string, unknown>> | undefined;
  readonly events_requested?: readonly string[] | undefined;
  readonly iss?: string | undefined;
  readonly aud?: string | undefined;
}

const DEFAULT_TYPES = DEFAULT_KINDS.map(eventType);

function requestedKinds(types: readonly string[] = DEFAULT_TYPES): readonly EventKind[] {
  const kinds = kindsOf(types);
  if (kinds.length > 0) return kinds;
  throw AUTH_ERRORS.invalid({ message: 'events_requested holds no event that there is.' });
}

/** @returns nothing for a stream that is polled */
function targetOf(
  delivery: Readonly<Record<string, unknown>>,
  sender: PushSender,
): PushTarget | undefined {
  if (delivery['method'] === POLL_METHOD) return undefined;
  if (delivery['method'] === PUSH_METHOD) return pushTargetOf(delivery, sender);
  throw AUTH_ERRORS.invalid({
    message: `delivery.method must be ${POLL_METHOD} or ${PUSH_METHOD}.`,
  });
}

/** SSF 1.0, section 8.1.1.3: what the transmitter supplies must be as it has supplied it. */
function requireSame(name: string, given: string | undefined, own: string): void {
  if (given === undefined || given === own) return;
  throw AUTH_ERRORS.invalid({ message: `${name} is ${own}, which a receiver cannot change.` });
}
