import { readdirSync } from 'node:fs';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { RequestHandler, Router } from 'express';
import { sendFileOf } from '../pages/send-file.js';
import { publicPart } from './public-part.js';

export interface ApiDocsOptions {
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  /** The package's: see `packageVersion`. */
  readonly version: string;
  /** The interface of another vendor whose clients are served, which the description names. */
  readonly follows?: FollowedInterface;
  /** Which paths other services of the house alone call: the gateway's document leaves them out. */
  readonly isInternal?: (path: string) => boolean;
  /**
   * Changes what the page sends. The browser gets its source: it may use nothing from outside itself.
   */
  readonly changeRequest?: (request: PageRequest) => PageRequest;
  /** Adds security schemes, servers, tags. */
  readonly describe?: (builder: DocumentBuilder) => DocumentBuilder;
}

/** A request of the page, before it is sent. */
export interface PageRequest {
  readonly headers: Record<string, string>;
}

export interface FollowedInterface {
  readonly name: string;
  readonly version: string;
  /** Whether the specification wants this version as the document's own; the package's if absent. */
  readonly isOwnVersion?: boolean;
}

/** The OpenAPI document of an app, generated from its controllers and DTOs. */
function openApiDocument(app: NestExpressApplication, options: ApiDocsOptions): OpenAPIObject {
  const { title, version, follows, describe = (builder) => builder } = options;
  const builder = new DocumentBuilder()
    .setTitle(title)
    .setDescription(descriptionOf(options))
    .setVersion(follows?.isOwnVersion === true ? follows.version : version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0');
  return SwaggerModule.createDocument(app, describe(builder).build(), {
    operationIdFactory: (_controller, method) => method,
  });
}

function descriptionOf({ title, description, version, follows }: ApiDocsOptions): string {
  if (follows === undefined) return description;
  return `${description}\n\n${title} ${version} follows ${follows.name} ${follows.version}.`;
}

/**
 * Serves the document and its pages at `/docs` and, for the gateway, without what is internal at
 * `/docs/<app>`. It is made for the first who asks for it: a start would spend most of its own time on it.
 *
 * @param routes gets theirs: Express tries what an app itself has one by one, for each request
 */
export function serveApiDocs(
  app: NestExpressApplication,
  name: string,
  options: ApiDocsOptions,
  routes: Router,
): void {
  const { title, isInternal, changeRequest } = options;
  let whole: OpenAPIObject | undefined;
  const document = () => (whole ??= openApiDocument(app, options));
  const shown = () => ({
    ...(isInternal === undefined ? document() : publicPart(document(), isInternal)),
    // Behind the gateway, where the start page is: the way back to it.
    externalDocs: { description: 'All services', url: '/' },
  });
  app.use(belowDocs(routes));
  const site = siteOf(routes);
  for (const [path, served] of [
    [`docs/${name}`, shown],
    ['docs', document],
  ] as const) {
    const jsonDocumentUrl = `${path}/openapi.json`;
    const yamlDocumentUrl = `${path}/openapi.yaml`;
    for (const url of [jsonDocumentUrl, yamlDocumentUrl]) routes.get(`/${url}`, keptAnswer());
    SwaggerModule.setup(path, site, served, {
      ...{ jsonDocumentUrl, yamlDocumentUrl },
      customSiteTitle: title,
      ...(changeRequest === undefined
        ? {}
        : { swaggerOptions: { requestInterceptor: changeRequest } }),
    });
  }
}

/** What is about the documentation alone. */
export const belowDocs =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    /^\/docs(?:\/|$)/i.test(request.path) ? handler(request, response, next) : next();

/** What `SwaggerModule.setup` uses of an app. */
function siteOf(routes: Router): NestExpressApplication {
  const adapter = new ExpressAdapter(routes);
  return {
    getHttpAdapter: () => adapter,
    // Routes, unlike a folder, have methods that can be told.
    useStaticAssets: (folder: string, { prefix }: { readonly prefix: string }): void => {
      for (const name of readdirSync(folder)) {
        routes.get(`${prefix}/${name}`, (_request, response) =>
          sendFileOf(response, name, { root: folder }),
        );
      }
    },
  } as unknown as NestExpressApplication;
}

/** The first answer is that to all: YAML of a large document takes 17 ms of the event loop. */
function keptAnswer(): RequestHandler {
  let kept: { readonly type: string; readonly body: unknown } | undefined;
  return (_request, response, next) => {
    if (kept !== undefined) {
      response.type(kept.type).send(kept.body);
      return;
    }
    const send = response.send.bind(response);
    response.send = (body: unknown) => {
      const type = response.get('Content-Type') ?? '';
      if (response.statusCode === 200) kept = { type, body };
      return send(body);
    };
    next();
  };
}
