import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Needs } from '../../access/scope.guard.js';
import type { Caller } from '../../access/scopes.js';
import { FileForms } from '../../http/file.form.js';
import { entryOf, ruleOf } from '../../lexicons/lexicon-rules.request.js';
import type { LexiconEntry, StoredLexicon } from '../../lexicons/lexicon.js';
import { Lexicons } from '../../lexicons/lexicons.js';
import { readPls } from '../../lexicons/pls.js';
import {
  AddDictionaryDto,
  AddDictionaryFormDto,
  DictionaryDto,
  DictionaryFileDto,
  DictionaryListDto,
  DictionaryRulesDto,
  DictionaryVersionDto,
  ListDictionariesQuery,
  MadeDictionaryDto,
  RemoveRulesDto,
  UpdateDictionaryDto,
} from './elevenlabs-dictionaries.dto.js';

/** ElevenLabs' rules name no language; a lexicon is of one (our choice). */
const LANGUAGE = 'en';
const PAGE_SIZE = 30;
const MAX_FILE_BYTES = 256 * 1024;
const RECEIVE_MS = 30_000;

/** ElevenLabs' pronunciation dictionaries: lexicons by other names. */
@ApiTags('elevenlabs')
@ApiBearerAuth()
@Controller('v1/pronunciation-dictionaries')
export class ElevenLabsDictionariesController {
  readonly #forms = new FileForms({
    file: 'file',
    maxFileBytes: MAX_FILE_BYTES,
    most: 4,
    mostOfOne: 2,
    receiveMs: RECEIVE_MS,
  });

  constructor(private readonly lexicons: Lexicons) {}

  @Post('add-from-rules')
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({ summary: 'Makes a dictionary of rules.' })
  @ApiOkResponse({ type: MadeDictionaryDto })
  async addFromRules(
    @CurrentCaller() { workspace }: Caller,
    @Body() { name, rules }: AddDictionaryDto,
  ): Promise<MadeDictionaryDto> {
    const entries = rules.map(entryOf);
    return presentMade(
      await this.lexicons.create(workspace, { name, language: LANGUAGE, entries }),
    );
  }

  @Post('add-from-file')
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({ summary: 'Makes a dictionary of a document of W3C PLS 1.0.' })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: AddDictionaryFormDto })
  @ApiOkResponse({ type: MadeDictionaryDto })
  async addFromFile(
    @CurrentCaller() { workspace }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MadeDictionaryDto> {
    const asked = { workspace, request, response };
    return await this.#forms.use(asked, DictionaryFileDto, async ({ fields: { name }, file }) => {
      const { language = LANGUAGE, entries } = readPls(Buffer.from(file.bytes).toString('utf8'));
      return presentMade(await this.lexicons.create(workspace, { name, language, entries }));
    });
  }

  @Get()
  @Needs('audio:speech')
  @ApiOperation({ summary: 'The dictionaries of the workspace, page by page.' })
  @ApiOkResponse({ type: DictionaryListDto })
  async list(
    @CurrentCaller() { workspace }: Caller,
    @Query() { cursor, page_size: size }: ListDictionariesQuery,
  ): Promise<DictionaryListDto> {
    const all = await this.lexicons.list(workspace);
    const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
    const page = all.slice(start, start + Number(size ?? PAGE_SIZE));
    const hasMore = start + page.length < all.length;
    return {
      pronunciation_dictionaries: page.map(present),
      next_cursor: hasMore ? (page.at(-1)?.id ?? null) : null,
      has_more: hasMore,
    };
  }

  @Get(':dictionary_id')
  @Needs('audio:speech')
  @ApiOperation({ summary: 'One dictionary with its rules.' })
  @ApiOkResponse({ type: DictionaryDto })
  async get(
    @CurrentCaller() { workspace }: Caller,
    @Param('dictionary_id') id: string,
  ): Promise<DictionaryDto> {
    const lexicon = await this.lexicons.get(workspace, id);
    return Object.assign(present(lexicon), { rules: lexicon.entries.map(ruleOf) });
  }

  @Patch(':dictionary_id')
  @Needs('audio:speech')
  @ApiOperation({ summary: 'Renames a dictionary, or deletes it: there are no archives.' })
  @ApiOkResponse({ type: DictionaryDto })
  async update(
    @CurrentCaller() { workspace }: Caller,
    @Param('dictionary_id') id: string,
    @Body() { name, archived }: UpdateDictionaryDto,
  ): Promise<DictionaryDto> {
    const before = await this.lexicons.get(workspace, id);
    if (archived === true) {
      await this.lexicons.delete(workspace, id);
      return present(before);
    }
    const changed = { ...before, name: name ?? before.name };
    return present(await this.lexicons.replace(workspace, id, changed));
  }

  @Post(':dictionary_id/set-rules')
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({ summary: 'Replaces all rules of a dictionary.' })
  @ApiOkResponse({ type: DictionaryVersionDto })
  async setRules(
    @CurrentCaller() { workspace }: Caller,
    @Param('dictionary_id') id: string,
    @Body() { rules }: DictionaryRulesDto,
  ): Promise<DictionaryVersionDto> {
    return await this.change(workspace, id, () => rules.map(entryOf));
  }

  @Post(':dictionary_id/add-rules')
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({
    summary: 'Adds rules to a dictionary; of a word that has one, the new one counts.',
  })
  @ApiOkResponse({ type: DictionaryVersionDto })
  async addRules(
    @CurrentCaller() { workspace }: Caller,
    @Param('dictionary_id') id: string,
    @Body() { rules }: DictionaryRulesDto,
  ): Promise<DictionaryVersionDto> {
    const added = rules.map(entryOf);
    const words = new Set(added.map(({ grapheme }) => grapheme));
    return await this.change(workspace, id, (entries) => [
      ...entries.filter(({ grapheme }) => !words.has(grapheme)),
      ...added,
    ]);
  }

  @Post(':dictionary_id/remove-rules')
  @HttpCode(200)
  @Needs('audio:speech')
  @ApiOperation({ summary: 'Removes the rules of these words from a dictionary.' })
  @ApiOkResponse({ type: DictionaryVersionDto })
  async removeRules(
    @CurrentCaller() { workspace }: Caller,
    @Param('dictionary_id') id: string,
    @Body() { rule_strings }: RemoveRulesDto,
  ): Promise<DictionaryVersionDto> {
    const words = new Set(rule_strings);
    return await this.change(workspace, id, (entries) =>
      entries.filter(({ grapheme }) => !words.has(grapheme)),
    );
  }

  private async change(
    workspace: string,
    id: string,
    entriesOf: (entries: readonly LexiconEntry[]) => readonly LexiconEntry[],
  ): Promise<DictionaryVersionDto> {
    const before = await this.lexicons.get(workspace, id);
    const entries = entriesOf(before.entries);
    const { version_id, version_rules_num } = presentMade(
      await this.lexicons.replace(workspace, id, { ...before, entries }),
    );
    return { id, version_id, version_rules_num };
  }
}

/** A lexicon has one version at a time, which is named after its last change. */
const versionOf = ({ updatedAt }: StoredLexicon): string => String(updatedAt.getTime());

const common = ({ id, name, workspace, createdAt }: StoredLexicon) => ({
  id,
  name,
  created_by: workspace,
  creation_time_unix: Math.floor(createdAt.getTime() / 1000),
  permission_on_resource: 'admin',
});

const presentMade = (lexicon: StoredLexicon): MadeDictionaryDto => ({
  ...common(lexicon),
  version_id: versionOf(lexicon),
  version_rules_num: lexicon.entries.length,
});

const present = (lexicon: StoredLexicon): DictionaryDto => ({
  ...common(lexicon),
  latest_version_id: versionOf(lexicon),
  latest_version_rules_num: lexicon.entries.length,
});
