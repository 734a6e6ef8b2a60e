import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

export interface ApiDocsOptions {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Adds security schemes, servers, tags. */
  readonly describe?: (builder: DocumentBuilder) => DocumentBuilder;
}

/** The OpenAPI document of an app, generated from its controllers and DTOs. */
export function openApiDocument(
  app: NestExpressApplication,
  { title, description, version, describe = (builder) => builder }: ApiDocsOptions,
): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle(title)
    .setDescription(description)
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0');
  return SwaggerModule.createDocument(app, describe(builder).build(), {
    operationIdFactory: (_controller, method) => method,
  });
}

/** Serves the document and its pages at `/docs` and, for the gateway, at `/docs/<app>`. */
export function serveApiDocs(
  app: NestExpressApplication,
  name: string,
  document: OpenAPIObject,
): void {
  for (const path of [`docs/${name}`, 'docs']) {
    SwaggerModule.setup(path, app, document, {
      jsonDocumentUrl: `${path}/openapi.json`,
      yamlDocumentUrl: `${path}/openapi.yaml`,
      customSiteTitle: document.info.title,
    });
  }
}
