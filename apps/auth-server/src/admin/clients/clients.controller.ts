import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { ClientAdmin } from '../../clients/client-admin.js';
import { type Actor } from '../../audit/actor.js';
import { WholeChanges } from '../../database/whole.interceptor.js';
import { AdminGuard, CurrentActor } from '../../sign-in/access.guard.js';
import { ClientDto, ClientListDto, ClientSecretDto, ClientWithSecretDto } from '../answers.dto.js';
import { Answers } from '../../http/answers.dto.js';
import { ClaimPreviewDto, ClaimPreviewQuery } from './claim-mapping.dto.js';
import { CreateClientDto, PageQuery, UpdateClientDto } from './client.dto.js';
import { ClaimPreview } from '../../oidc/claim-preview.js';
import { UserAdmin } from '../../users/user-admin.js';
import { presentClient } from '../../clients/client.presenter.js';

@ApiTags('admin: clients')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@WholeChanges()
@Controller('admin/clients')
export class ClientsController {
  constructor(
    private readonly admin: ClientAdmin,
    private readonly users: UserAdmin,
    private readonly claims: ClaimPreview,
  ) {}

  /** Clients, oldest first. */
  @Get()
  @Answers(200, ClientListDto)
  async listClients(@Query() { limit, offset, active, q }: PageQuery) {
    const filter = {
      limit,
      offset,
      ...(active === undefined ? {} : { active }),
      ...(q === undefined ? {} : { q }),
    };
    const { clients, total } = await this.admin.list(filter);
    return { clients: clients.map(presentClient), total, limit, offset };
  }

  /** Creates a client; its secret is in this answer and nowhere else. */
  @Post()
  @Answers(201, ClientWithSecretDto)
  async createClient(@Body() body: CreateClientDto, @CurrentActor() actor: Actor) {
    const { client_name, client_type, redirect_uris, scopes, ...metadata } = body;
    const { client, secret } = await this.admin.create(
      {
        name: client_name,
        type: client_type,
        redirectUris: redirect_uris,
        scopes,
        metadata: given(metadata),
      },
      actor,
    );
    return { ...presentClient(client), ...(secret === undefined ? {} : { client_secret: secret }) };
  }

  /** One client, by `id` or `client_id`. */
  @Get(':id')
  @Answers(200, ClientDto)
  async getClient(@Param('id') id: string) {
    return presentClient(await this.admin.get(id));
  }

  /** What the client is told of a person: claims of its scopes and of its mappings, by where they are. */
  @Get(':id/claims')
  @Answers(200, ClaimPreviewDto)
  async previewClaims(@Param('id') id: string, @Query() { user, scope }: ClaimPreviewQuery) {
    const client = await this.admin.get(id);
    return this.claims.show(client, await this.users.get(user), scope);
  }

  /**
   * Changes the members that are sent, and takes away those that are null: what holds without them holds again.
   * `is_active: false` ends everything that the client holds. A change to HS256 or `client_secret_jwt` brings a new secret, in this answer and nowhere else.
   */
  @Patch(':id')
  @Answers(200, ClientWithSecretDto)
  async updateClient(
    @Param('id') id: string,
    @Body() body: UpdateClientDto,
    @CurrentActor() actor: Actor,
  ) {
    const { client_name, redirect_uris, scopes, is_active, ...metadata } = body;
    const change = {
      ...(client_name === undefined ? {} : { name: client_name }),
      ...(redirect_uris === undefined ? {} : { redirectUris: redirect_uris }),
      ...(scopes === undefined ? {} : { scopes }),
      ...(is_active === undefined ? {} : { isActive: is_active }),
      metadata: given(metadata),
    };
    const { client, secret } = await this.admin.update(id, change, actor);
    return { ...presentClient(client), ...(secret === undefined ? {} : { client_secret: secret }) };
  }

  /** A new secret; the old one is worth nothing from now on. */
  @Post(':id/secret')
  @HttpCode(200)
  @Answers(200, ClientSecretDto)
  async regenerateClientSecret(@Param('id') id: string, @CurrentActor() actor: Actor) {
    return { client_secret: await this.admin.regenerateSecret(id, actor) };
  }

  /** Deactivates the client and ends its codes, tokens and grants. */
  @Delete(':id')
  @HttpCode(204)
  @Answers(204)
  async deactivateClient(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.admin.deactivate(id, actor);
  }
}

/** Only the members that were sent. */
const given = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
