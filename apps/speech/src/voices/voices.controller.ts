import { createHash } from 'node:crypto';
import {
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller } from '../access/scopes.js';
import { VoiceCloning } from '../cloning/voice-cloning.js';
import { CONSENT_ERRORS } from '../cloning/consent/consent-errors.js';
import { VoiceLibrary } from './voice-library.js';
import { CurrentCaller } from '../access/caller.decorator.js';
import { isElevenLabs } from '../access/caller.middleware.js';
import { Needs } from '../access/scope.guard.js';
import { ConsentPolicy } from './consent.request.js';
import { IdempotentCalls } from '../http/idempotent-calls.js';
import { expectsBareArray } from '../http/service-version.js';
import { VoiceForms, type VoiceForm, type VoiceFormRequest } from './voice.form.js';
import { previewUrlsOf } from './previews.controller.js';
import { VoicePages } from './voice-pages.js';
import { CreateVoiceDto, ListVoicesQuery, VoiceDto, VoiceListDto } from './voices.dto.js';
import { ConsentsDto } from '../cloning/consent/consent.dto.js';
import {
  genderOf,
  presentElevenLabsVoice,
  presentVoice,
  type ElevenLabsVoices,
} from './voices.presenter.js';
import { presentConsent } from '../cloning/consent/consent.presenter.js';

@ApiTags('voices')
@ApiBearerAuth()
@Controller('v1/voices')
export class VoicesController {
  constructor(
    private readonly library: VoiceLibrary,
    private readonly cloning: VoiceCloning,
    private readonly pages: VoicePages,
    private readonly idempotent: IdempotentCalls,
    private readonly consent: ConsentPolicy,
    private readonly forms: VoiceForms,
  ) {}

  @Get()
  @Needs('voices:read')
  @ApiOperation({
    summary: "The shared catalogue and the workspace's cloned voices.",
    description: 'Clients of the first published versions get a bare array.',
  })
  @ApiOkResponse({ type: VoiceListDto })
  async list(
    @Query() query: ListVoicesQuery,
    @CurrentCaller() { workspace }: Caller,
    @Req() request: Request,
  ): Promise<VoiceListDto | VoiceDto[] | ElevenLabsVoices> {
    const previewUrlOf = previewUrlsOf(request);
    if (isElevenLabs(request)) {
      const own = await this.library.list(workspace, {});
      return { voices: own.map((voice) => presentElevenLabsVoice(voice, previewUrlOf)) };
    }
    const { type, locale, gender, model } = query;
    const filter = { type, locale, gender: genderOf(gender), model };
    const all = await this.library.list(workspace, filter);
    const { voices, nextCursor } = await this.pages.page(workspace, all, query);
    const presented = voices.map((voice) => presentVoice(voice, previewUrlOf));
    return expectsBareArray(request)
      ? presented
      : { voices: presented, next_cursor: nextCursor, has_more: nextCursor !== null };
  }

  @Post()
  @HttpCode(200)
  @Needs('voices:create')
  @ApiOperation({
    summary: 'Clones a voice from a sample, with the spoken consent of its speaker.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: CreateVoiceDto })
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiHeader({ name: 'Service-Version', required: false, example: '2026-09-13' })
  @ApiOkResponse({ type: VoiceDto })
  async create(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VoiceDto> {
    const asked = { caller, request, response };
    const id = await this.forms.use(asked, (form) => this.clone(asked, form));
    return presentVoice(await this.library.made(caller.workspace, id), previewUrlsOf(request));
  }

  @Get(':voice_id')
  @Needs('voices:read')
  @ApiOperation({ summary: 'One voice.' })
  @ApiOkResponse({ type: VoiceDto })
  async get(
    @Param('voice_id') id: string,
    @CurrentCaller() { workspace }: Caller,
    @Req() request: Request,
  ): Promise<VoiceDto | ElevenLabsVoices['voices'][number]> {
    const voice = await this.library.get(workspace, id);
    return isElevenLabs(request)
      ? presentElevenLabsVoice(voice, previewUrlsOf(request))
      : presentVoice(voice, previewUrlsOf(request));
  }

  @Delete(':voice_id')
  @HttpCode(204)
  @Needs('voices:delete')
  @ApiOperation({ summary: 'Deletes a cloned voice and its sample.' })
  @ApiNoContentResponse()
  async delete(@Param('voice_id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.library.delete(caller, id);
  }

  @Get(':voice_id/sample')
  @Needs('voices:read')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The file that a cloned voice was made from.' })
  @ApiProduces('application/octet-stream')
  async sample(
    @Param('voice_id') id: string,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<StreamableFile> {
    const bytes = await this.library.sample(workspace, id);
    return new StreamableFile(bytes, { type: 'application/octet-stream', length: bytes.length });
  }

  @Get(':voice_id/consent')
  @Needs('voices:read')
  @ApiOperation({ summary: 'The records of the consent to a voice, also after it is gone.' })
  @ApiOkResponse({ type: ConsentsDto })
  async consents(
    @Param('voice_id') id: string,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<ConsentsDto> {
    return { records: (await this.library.consents(workspace, id)).map(presentConsent) };
  }

  @Delete(':voice_id/consent')
  @HttpCode(204)
  @Needs('voices:delete')
  @ApiOperation({ summary: 'Takes the consent back: the voice is deleted at once.' })
  @ApiNoContentResponse()
  async revoke(@Param('voice_id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.library.revokeConsent(caller, id);
  }

  private clone(asked: VoiceFormRequest, form: VoiceForm): Promise<string> {
    const { caller, request } = asked;
    const consent = this.consent.of(form, request);
    const { name, gender = 'not_specified', locale = 'en-US' } = form.fields;
    const call = { ...asked, fingerprint: fingerprintOf(form), finalCodes: FINAL_CODES };
    return this.idempotent.run(call, async () => {
      const voice = { name, gender: genderOf(gender) ?? 'not_specified', locale };
      const { sample } = form;
      return (await this.cloning.create({ ...voice, caller, sample, consent })).id;
    });
  }
}

/** These use up the challenge: the same form cannot be accepted later. */
const FINAL_CODES = [CONSENT_ERRORS.phraseMismatch().code, CONSENT_ERRORS.speakerMismatch().code];

const hashOf = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : createHash('sha256').update(bytes).digest('hex');

const fingerprintOf = ({ fields, sample, consentRecording }: VoiceForm): readonly unknown[] => [
  fields,
  hashOf(sample),
  hashOf(consentRecording),
];
