import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { StoredLexicon } from './lexicon.js';
import { entryOf, ruleOf } from './lexicon-rules.request.js';
import { Lexicons, type LexiconContent } from './lexicons.js';
import { readPls } from './pls.js';
import type { Caller } from '../access/scopes.js';
import { invalid } from '../errors/request-errors.js';
import { CurrentCaller } from '../access/caller.decorator.js';
import { Needs } from '../access/scope.guard.js';
import { LexiconDto, LexiconListDto, PutLexiconDto } from './lexicons.dto.js';

const DEFAULT_LANGUAGE = 'en';

@ApiTags('lexicons')
@ApiBearerAuth()
@Controller('v1/audio/lexicons')
export class LexiconsController {
  constructor(private readonly lexicons: Lexicons) {}

  @Post()
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({ summary: 'Makes a lexicon of rules, or of a document of W3C PLS 1.0.' })
  @ApiOkResponse({ type: LexiconDto })
  async create(
    @Body() body: PutLexiconDto,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<LexiconDto> {
    return presentWhole(await this.lexicons.create(workspace, contentOf(body)));
  }

  @Get()
  @Needs('audio:speech')
  @ApiOperation({ summary: 'The lexicons of the workspace, the oldest first.' })
  @ApiOkResponse({ type: LexiconListDto })
  async list(@CurrentCaller() { workspace }: Caller): Promise<LexiconListDto> {
    return { lexicons: (await this.lexicons.list(workspace)).map(present) };
  }

  @Get(':lexicon_id')
  @Needs('audio:speech')
  @ApiOperation({ summary: 'One lexicon with its rules.' })
  @ApiOkResponse({ type: LexiconDto })
  async get(
    @Param('lexicon_id') id: string,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<LexiconDto> {
    return presentWhole(await this.lexicons.get(workspace, id));
  }

  @Put(':lexicon_id')
  @Needs('audio:speech')
  @ApiOperation({ summary: 'Replaces all of a lexicon.' })
  @ApiOkResponse({ type: LexiconDto })
  async replace(
    @Param('lexicon_id') id: string,
    @Body() body: PutLexiconDto,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<LexiconDto> {
    return presentWhole(await this.lexicons.replace(workspace, id, contentOf(body)));
  }

  @Delete(':lexicon_id')
  @HttpCode(204)
  @Needs('audio:speech')
  @ApiOperation({ summary: 'Deletes a lexicon.' })
  @ApiNoContentResponse()
  async delete(
    @Param('lexicon_id') id: string,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<void> {
    await this.lexicons.delete(workspace, id);
  }
}

function contentOf({ name, language, rules, pls }: PutLexiconDto): LexiconContent {
  if ((rules === undefined) === (pls === undefined)) {
    throw invalid('rules', 'Send either rules or pls.');
  }
  if (pls !== undefined) {
    const read = readPls(pls);
    return { name, language: language ?? read.language ?? DEFAULT_LANGUAGE, entries: read.entries };
  }
  return { name, language: language ?? DEFAULT_LANGUAGE, entries: (rules ?? []).map(entryOf) };
}

const present = ({
  id,
  name,
  language,
  entries,
  createdAt,
  updatedAt,
}: StoredLexicon): LexiconDto => ({
  id,
  name,
  language,
  rules_count: entries.length,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

const presentWhole = (lexicon: StoredLexicon): LexiconDto =>
  Object.assign(present(lexicon), { rules: lexicon.entries.map(ruleOf) });
