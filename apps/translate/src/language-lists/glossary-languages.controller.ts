import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { baseLanguage } from '../languages/language.js';
import { CurrentRoutes } from '../translation/routes/current-routes.js';
import { LanguagePairsDto } from '../glossaries/glossaries.dto.js';
import { ApiArea } from '../http/api-area.js';

@ApiArea('glossaries, version 2')
@Controller('v2/glossary-language-pairs')
export class GlossaryLanguagesController {
  constructor(private readonly routes: CurrentRoutes) {}

  @Get()
  @ApiOperation({ summary: 'Lists the pairs that glossaries can be applied to.' })
  @ApiOkResponse({ type: LanguagePairsDto })
  list(): LanguagePairsDto {
    const routes = this.routes.now();
    const targets = new Set([...routes.targets()].map(baseLanguage));
    return {
      supported_languages: routes.sources().flatMap((source) =>
        [...targets]
          .filter((target) => target !== source && routes.route(source, target) !== undefined)
          .sort()
          .map((target) => ({ source_lang: source, target_lang: target })),
      ),
    };
  }
}
