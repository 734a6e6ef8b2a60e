import { Controller, Get, Header } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { SCHEMA_PATH } from './api-document.js';

const TYPE = 'application/graphql';

/** The schema as text, for generators of clients: no key is needed, as for the other documents. */
@ApiTags('schema')
@Controller()
export class SchemaController {
  #text: string | undefined;

  constructor(private readonly host: GraphQLSchemaHost) {}

  @Get(SCHEMA_PATH)
  @Header('Content-Type', `${TYPE}; charset=utf-8`)
  @ApiOperation({ summary: 'The GraphQL schema in the schema definition language.' })
  @ApiProduces(TYPE)
  @ApiOkResponse({ schema: { type: 'string' } })
  schema(): string {
    this.#text ??= `${printSchema(lexicographicSortSchema(this.host.schema))}\n`;
    return this.#text;
  }
}
