import { Body, Controller, Get, HttpCode, Post, Query, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { AccessTokens } from '../../sign-in/access-tokens.js';
import { Artifacts } from '../../sessions/artifacts.js';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import type { Actor } from '../../audit/actor.js';
import { Clients, FIRST_PARTY } from '../../clients/client.js';
import { Journal } from '../../audit/journal.js';
import { Scopes } from '../../scopes/scope.js';
import { SIGNING_ALGORITHMS, SigningKeys } from '../../keys/signing-keys.js';
import { Database, describeUptime } from './system-status.js';
import { AdminGuard, CurrentActor } from '../../sign-in/access.guard.js';
import { PasswordAuthentication } from '../../sign-in/passport.js';
import { VERSION } from '../../http/version.js';
import { TokenDto } from '../answers.dto.js';
import { Answers } from '../../http/answers.dto.js';
import { presentAudit } from '../../audit/audit-record.presenter.js';
import { AuditListDto, SystemStatusDto } from './system-answers.dto.js';
import { AdminLoginDto, auditFilterOf, AuditQuery, RotationQuery } from './system.dto.js';

/** Login of administrators. */
@ApiTags('admin: system')
@Controller('admin')
export class AdminLoginController {
  constructor(
    private readonly entrance: PasswordAuthentication,
    private readonly tokens: AccessTokens,
  ) {}

  /** An access token with the scope `admin`, for users who are administrators. */
  @Post('auth')
  @HttpCode(200)
  @Answers(200, TokenDto)
  async adminLogin(@Body() body: AdminLoginDto, @Req() request: Request) {
    const door = { name: 'admin' as const, ip: request.ip ?? '', clientId: FIRST_PARTY.admin };
    const entered = await this.entrance.enter(request, body, door);
    if (entered === undefined) throw AUTH_ERRORS.badCredentials();
    if (!entered.user.isAdmin) throw AUTH_ERRORS.notAdmin();
    const issued = await this.tokens.issueForAdmin(entered);
    if (issued === undefined) throw AUTH_ERRORS.badCredentials();
    return { access_token: issued.token, token_type: 'Bearer', expires_in: issued.expiresIn };
  }
}

@ApiTags('admin: system')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@Controller('admin')
export class SystemController {
  constructor(
    private readonly database: Database,
    private readonly clients: Clients,
    private readonly scopes: Scopes,
    private readonly artifacts: Artifacts,
  ) {}

  /** State of the service (spec 2, part 2, "System status"). */
  @Get('status')
  @Answers(200, SystemStatusDto)
  async systemStatus() {
    const { isUp, poolSize, activeConnections } = await this.database.status();
    const [clients, scopes, tokens] = await Promise.all([
      this.clients.count(),
      this.scopes.list(),
      this.artifacts.countActiveTokens(),
    ]);
    return {
      status: isUp ? 'ok' : 'degraded',
      version: VERSION,
      database: {
        status: isUp ? 'up' : 'down',
        pool_size: poolSize,
        active_connections: activeConnections,
      },
      oauth: {
        clients_count: clients,
        scopes_count: scopes.filter(({ isActive }) => isActive).length,
        active_tokens: tokens,
      },
      uptime: describeUptime(process.uptime()),
    };
  }
}

@ApiTags('admin: system')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@Controller('admin')
export class AuditController {
  constructor(
    private readonly journal: Journal,
    private readonly keys: SigningKeys,
  ) {}

  /** The audit log, newest first; nothing in it can be changed. */
  @Get('audit')
  @Answers(200, AuditListDto)
  async listAudit(@Query() { limit, ...query }: AuditQuery) {
    const records = await this.journal.list({ limit, ...auditFilterOf(query) });
    return { records: records.map(presentAudit) };
  }

  /** The next signing keys take over now, all or those of one algorithm; the old ones go on verifying. */
  @Post('keys/rotate')
  @HttpCode(204)
  @Answers(204)
  async rotateKeys(
    @Query() { algorithm }: RotationQuery,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    const atOnce = algorithm === undefined ? SIGNING_ALGORITHMS : [algorithm];
    const record = {
      type: 'key.rotated',
      ...{ actor: actor.id, subject: 'signing-keys', ip: actor.ip },
      details: { algorithms: atOnce },
    } as const;
    await this.keys.rotate({ atOnce, alongside: () => this.journal.record(record) });
  }
}
