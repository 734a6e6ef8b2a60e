import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { ASYNCAPI } from './asyncapi.js';
import { SCHEMAS } from './schemas.js';

/** What subscribers of the queue build upon. */
@ApiTags('contract')
@Controller('relay')
export class ContractController {
  @Get('asyncapi.json')
  @ApiOperation({ summary: 'The events on the queue, as an AsyncAPI 3 document' })
  asyncapi(): unknown {
    return ASYNCAPI;
  }

  @Get('schemas/:name')
  @ApiOperation({ summary: 'JSON Schema of the data of one event type, such as K8sEvent' })
  schema(@Param('name') name: string): unknown {
    if (!Object.hasOwn(SCHEMAS, name)) throw HTTP_PROBLEMS.notFound();
    return SCHEMAS[name];
  }
}
