import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiResponse, ApiTags } from '@nestjs/swagger';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { Identity } from '../http/identity.js';
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
import { NewStreamDto, PollDto } from './ssf.dto.js';
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
  ) {}

  /** Opens a stream, which begins with all that has not expired: of the events that are requested, else of revoked tokens. */
  @Post('streams')
  @ApiResponse({ status: 201, ...OBJECT })
  async openStream(@Body() { delivery, events_requested: types }: NewStreamDto) {
    const kinds = types === undefined ? DEFAULT_KINDS : kindsOf(types);
    if (kinds.length === 0) {
      throw AUTH_ERRORS.invalid({ message: 'events_requested holds no event that there is.' });
    }
    if (delivery['method'] === POLL_METHOD) {
      return this.#present(await this.revocations.streams.open(kinds), kinds);
    }
    if (delivery['method'] !== PUSH_METHOD) {
      throw AUTH_ERRORS.invalid({
        message: `delivery.method must be ${POLL_METHOD} or ${PUSH_METHOD}.`,
      });
    }
    const target = pushTargetOf(delivery, this.sender);
    return this.#present(await this.pushed.open(target, kinds), kinds, target);
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

  #present(id: string, kinds: readonly EventKind[], target?: PushTarget) {
    return {
      stream_id: id,
      iss: this.identity.issuer,
      // What the receiver wants to see is its secret.
      delivery:
        target === undefined
          ? { method: POLL_METHOD, endpoint_url: `${this.identity.issuer}/ssf/poll/${id}` }
          : { method: PUSH_METHOD, endpoint_url: target.url },
      events_supported: EVENT_KINDS.map(eventType),
      events_delivered: kinds.map(eventType),
    };
  }
}
