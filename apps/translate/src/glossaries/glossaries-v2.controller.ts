import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
} from '@nestjs/swagger';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { Request, Response } from 'express';
import { Glossaries } from './glossaries.js';
import { formatEntries } from './glossary-entries.js';
import { GLOSSARY_ERRORS } from './glossary-errors.js';
import type { Glossary } from './glossary.js';
import { FormDictionariesInterceptor } from './form-dictionaries.interceptor.js';
import { CreateGlossaryDto, GlossariesDto, GlossaryDto } from './glossaries.dto.js';
import { presentMonolingual, toInput } from './glossaries.presenter.js';
import { Owner } from '../access/caller.js';
import { ApiArea } from '../http/api-area.js';

const TSV = 'text/tab-separated-values';

/** The old interface: one language pair a glossary. Glossaries with more are seen in version 3 only. */
@ApiArea('glossaries, version 2')
@Controller('v2/glossaries')
export class GlossariesV2Controller {
  constructor(private readonly glossaries: Glossaries) {}

  @Post()
  @UseInterceptors(FormDictionariesInterceptor)
  @ApiOperation({ summary: 'Creates a glossary.' })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiCreatedResponse({ type: GlossaryDto })
  async create(@Owner() owner: string, @Body() body: CreateGlossaryDto): Promise<GlossaryDto> {
    return present(await this.glossaries.create(owner, body.name, [toInput(body)]));
  }

  @Get()
  @ApiOperation({ summary: 'Lists the glossaries that hold one language pair.' })
  @ApiOkResponse({ type: GlossariesDto })
  async list(@Owner() owner: string): Promise<GlossariesDto> {
    return { glossaries: (await this.glossaries.list(owner)).flatMap(presentMonolingual) };
  }

  @Get(':glossary_id')
  @ApiOperation({ summary: 'Shows a glossary without its entries.' })
  @ApiOkResponse({ type: GlossaryDto })
  async get(@Owner() owner: string, @Param('glossary_id') id: string): Promise<GlossaryDto> {
    return present(await this.glossaries.get(owner, id));
  }

  @Get(':glossary_id/entries')
  @ApiOperation({ summary: 'Shows the entries of a glossary.' })
  @ApiProduces(TSV)
  @ApiOkResponse({ schema: { type: 'string', example: 'house\tcasa' } })
  async entries(
    @Owner() owner: string,
    @Param('glossary_id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!request.accepts(TSV)) {
      throw HTTP_PROBLEMS.unsupportedMediaType({ message: `Only ${TSV} can be answered.` });
    }
    const [pair] = monolingual(await this.glossaries.get(owner, id)).dictionaries;
    if (pair === undefined) throw GLOSSARY_ERRORS.notFound();
    const { entries } = await this.glossaries.dictionary(owner, id, pair);
    response.type(TSV).send(formatEntries(entries));
  }

  @Delete(':glossary_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Deletes a glossary.' })
  @ApiNoContentResponse()
  async delete(@Owner() owner: string, @Param('glossary_id') id: string): Promise<void> {
    await this.glossaries.delete(owner, id);
  }
}

/** @throws {Problem} `glossary_not_found` for one that version 2 cannot show */
function monolingual(glossary: Glossary): Glossary {
  if (glossary.dictionaries.length !== 1) throw GLOSSARY_ERRORS.notFound();
  return glossary;
}

function present(glossary: Glossary): GlossaryDto {
  const [dto] = presentMonolingual(glossary);
  if (dto === undefined) throw GLOSSARY_ERRORS.notFound();
  return dto;
}
