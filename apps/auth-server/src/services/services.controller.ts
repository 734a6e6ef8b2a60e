import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.dto.js';
import { Identity } from '../http/identity.js';
import { describeServices } from './service-pages.js';
import { ServicesDto } from './services.dto.js';
import { ServicesSettings } from './services.settings.js';

/** Which services there are, for the side bar of their pages. */
@ApiTags('services')
@Controller('.well-known')
export class ServicesController {
  constructor(
    private readonly settings: ServicesSettings,
    private readonly identity: Identity,
  ) {}

  /** The services of `SERVICES` with their pages; the same for everybody, at any origin. */
  @Get('sextant')
  @Header('Access-Control-Allow-Origin', '*')
  @Header('Cache-Control', 'public, max-age=60')
  @Answers(200, ServicesDto)
  list(): ServicesDto {
    const { services = [] } = this.settings;
    return { services: describeServices(services, this.identity.issuer) };
  }
}
