import { Body, Controller, HttpCode, Injectable, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { problem } from '@sextant/platform-http/errors';
import { rateLimit, RateLimiters } from '@sextant/platform-security/rate-limit';
import type { Request, RequestHandler, Response } from 'express';
import { ConsentSettings } from './consent.settings.js';
import { Challenges } from './challenge.js';
import type { Caller } from '../../access/scopes.js';
import { callerOf, CurrentCaller, Needs } from '../../access/caller.js';
import { IdempotentCalls } from '../../http/idempotent-calls.js';
import { ChallengeDto, CreateChallengeDto } from './consent.dto.js';
import { presentChallenge } from './consent.presenter.js';

const tooMany = problem(
  'rate_limited',
  429,
  'This workspace has created as many consent challenges as it may in an hour.',
);

/** Counts the challenges of a workspace, whichever of its keys asks. */
@Injectable()
export class ChallengeLimit {
  readonly #limit: RequestHandler;

  constructor(limiters: RateLimiters, { consentChallengesPerHour: limit }: ConsentSettings) {
    const limiter = limiters.create({ name: 'consent-challenges', limit, windowSeconds: 3600 });
    this.#limit = rateLimit({
      limiter,
      key: (request) => callerOf(request)?.workspace,
      headers: 'ratelimit',
      problem: () => tooMany(),
    });
  }

  /** Sets the headers of the limit. @throws {Problem} `rate_limited` */
  count(request: Request, response: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = (error?: unknown): void => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error('The counter failed.'));
      };
      void this.#limit(request, response, next);
    });
  }
}

@ApiTags('voices')
@ApiBearerAuth()
@Controller('v1/voices/consent-challenges')
export class ConsentChallengesController {
  constructor(
    private readonly challenges: Challenges,
    private readonly idempotent: IdempotentCalls,
    private readonly limit: ChallengeLimit,
  ) {}

  @Post()
  @HttpCode(200)
  @Needs('voices:create')
  @ApiOperation({ summary: 'A phrase for the speaker to read aloud; it can be used once.' })
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOkResponse({ type: ChallengeDto })
  async create(
    @Body() body: CreateChallengeDto,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChallengeDto> {
    const { workspace } = caller;
    const id = await this.idempotent.run(
      { caller, request, response, fingerprint: [body] },
      async () => {
        await this.limit.count(request, response);
        return (await this.challenges.issue(workspace, body.full_name)).id;
      },
    );
    return presentChallenge(await this.challenges.get(workspace, id));
  }
}
