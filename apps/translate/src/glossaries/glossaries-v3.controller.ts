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
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import { Glossaries } from './glossaries.js';
import { FormDictionariesInterceptor } from './form-dictionaries.interceptor.js';
import {
  CreateMultilingualGlossaryDto,
  DictionaryDto,
  DictionaryEntriesDto,
  DictionaryInfoDto,
  MultilingualGlossariesDto,
  MultilingualGlossaryDto,
  PairQuery,
  UpdateGlossaryDto,
} from './glossaries.dto.js';
import {
  presentEntries,
  presentInfo,
  presentMultilingual,
  toInput,
} from './glossaries.presenter.js';
import { Owner } from '../access/caller.decorator.js';
import { ApiArea } from '../http/api-area.js';

const BODIES = ['application/json', 'application/x-www-form-urlencoded'] as const;

@ApiArea('glossaries')
@Controller('v3/glossaries')
export class GlossariesV3Controller {
  constructor(private readonly glossaries: Glossaries) {}

  @Post()
  @UseInterceptors(FormDictionariesInterceptor)
  @ApiOperation({ summary: 'Creates a glossary of language pairs.' })
  @ApiConsumes(...BODIES)
  @ApiCreatedResponse({ type: MultilingualGlossaryDto })
  async create(
    @Owner() owner: string,
    @Body() { name, dictionaries = [] }: CreateMultilingualGlossaryDto,
  ): Promise<MultilingualGlossaryDto> {
    return presentMultilingual(
      await this.glossaries.create(owner, name, dictionaries.map(toInput)),
    );
  }

  @Get()
  @ApiOperation({ summary: 'Lists all glossaries.' })
  @ApiOkResponse({ type: MultilingualGlossariesDto })
  async list(@Owner() owner: string): Promise<MultilingualGlossariesDto> {
    return { glossaries: (await this.glossaries.list(owner)).map(presentMultilingual) };
  }

  @Get(':glossary_id')
  @ApiOperation({ summary: 'Shows a glossary without its entries.' })
  @ApiOkResponse({ type: MultilingualGlossaryDto })
  async get(
    @Owner() owner: string,
    @Param('glossary_id') id: string,
  ): Promise<MultilingualGlossaryDto> {
    return presentMultilingual(await this.glossaries.get(owner, id));
  }

  @Patch(':glossary_id')
  @UseInterceptors(FormDictionariesInterceptor)
  @ApiOperation({ summary: 'Renames a glossary, adds a dictionary or merges entries into one.' })
  @ApiConsumes(...BODIES)
  @ApiOkResponse({ type: MultilingualGlossaryDto })
  async update(
    @Owner() owner: string,
    @Param('glossary_id') id: string,
    @Body() { name, dictionaries = [] }: UpdateGlossaryDto,
  ): Promise<MultilingualGlossaryDto> {
    const [dictionary] = dictionaries.map(toInput);
    return presentMultilingual(
      await this.glossaries.update(owner, id, { name, ...(dictionary && { dictionary }) }),
    );
  }

  @Delete(':glossary_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Deletes a glossary.' })
  @ApiNoContentResponse()
  async delete(@Owner() owner: string, @Param('glossary_id') id: string): Promise<void> {
    await this.glossaries.delete(owner, id);
  }

  @Get(':glossary_id/entries')
  @ApiOperation({ summary: 'Shows the entries of one dictionary.' })
  @ApiOkResponse({ type: DictionaryEntriesDto })
  async entries(
    @Owner() owner: string,
    @Param('glossary_id') id: string,
    @Query() { source_lang: source, target_lang: target }: PairQuery,
  ): Promise<DictionaryEntriesDto> {
    const dictionary = await this.glossaries.dictionary(owner, id, { source, target });
    return { dictionaries: [presentEntries(dictionary)] };
  }

  @Put(':glossary_id/dictionaries')
  @UseInterceptors(FormDictionariesInterceptor)
  @ApiOperation({ summary: 'Replaces a dictionary, or adds it.' })
  @ApiConsumes(...BODIES)
  @ApiOkResponse({ type: DictionaryInfoDto })
  async replaceDictionary(
    @Owner() owner: string,
    @Param('glossary_id') id: string,
    @Body() dictionary: DictionaryDto,
  ): Promise<DictionaryInfoDto> {
    return presentInfo(await this.glossaries.replaceDictionary(owner, id, toInput(dictionary)));
  }

  @Delete(':glossary_id/dictionaries')
  @HttpCode(204)
  @ApiOperation({ summary: 'Deletes a dictionary.' })
  @ApiNoContentResponse()
  async deleteDictionary(
    @Owner() owner: string,
    @Param('glossary_id') id: string,
    @Query() { source_lang: source, target_lang: target }: PairQuery,
  ): Promise<void> {
    await this.glossaries.deleteDictionary(owner, id, { source, target });
  }
}
