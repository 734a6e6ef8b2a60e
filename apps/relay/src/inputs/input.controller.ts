import {
  applyDecorators,
  Controller,
  Get,
  Header,
  HttpCode,
  Post,
  Req,
  type Type,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Input } from './inputs.js';
import { Reception } from './reception.js';
import { postOf } from './input-body.middleware.js';

/** The controller of any input: what it makes of a body is its source's business. */
export function inputController(input: Input): Type {
  @ApiTags('inputs')
  @Controller()
  class InputController {
    constructor(private readonly reception: Reception) {}

    @Post([...input.paths])
    @HttpCode(200)
    @Documented(input)
    receive(@Req() request: Request): Promise<unknown> {
      return this.reception.receive(postOf(request));
    }
  }
  return InputController;
}

function Documented({ name, summary, description, schema, example, ...input }: Input) {
  const examples = example === undefined ? {} : { examples: { [name]: { value: example } } };
  return applyDecorators(
    ApiOperation({ operationId: name, summary, description }),
    ApiConsumes(...(input.takesAnyType === true ? ['*/*'] : ['application/json'])),
    ApiBody({ schema, ...examples }),
    ApiResponse({ status: 200, description: input.answer ?? 'Stored.' }),
    ApiResponse({ status: 400, description: 'Not what this sender sends.' }),
    ApiResponse({ status: 401, description: 'Credentials or signature are missing or wrong.' }),
    ApiResponse({ status: 503, description: 'Not stored; send it again.' }),
  );
}

/** Where probes of the upstream tool look. */
export function healthcheckController(path: string): Type {
  @ApiTags('health')
  @Controller()
  class HealthcheckController {
    @Get(path)
    @Header('content-type', 'text/plain; charset=utf-8')
    @ApiOperation({ summary: 'Answers OK' })
    healthcheck(): string {
      return 'OK';
    }
  }
  return HealthcheckController;
}
