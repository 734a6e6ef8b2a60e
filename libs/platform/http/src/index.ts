export { openApiDocument, type ApiDocsOptions, type PageRequest } from './api-docs.js';
export { clientCertificateOf, thumbprintOf } from './client-certificate.js';
export { configureApp, type ConfigureOptions } from './configure-app.js';
export { plainErrorBody } from './error-body.js';
export { drain } from './graceful-shutdown.js';
export { httpSettings, type HttpConfig } from './http-settings.js';
export { exceededJsonLimit, type JsonLimits } from './json-limits.js';
export { packageVersion } from './package-version.js';
export { plainListener, type PlainListenerOptions } from './plain-listener.js';
export { abortSignalOf, explainTimeout, TRACE_HEADER } from './request-context.js';
export { createApp, rootModule, runApp, type AppDefinition } from './run-app.js';
export { RuntimeModule, type RuntimeOptions } from './runtime.module.js';
export { serveWeb, type WebPage } from './serve-web.js';
export {
  UNKNOWN_FIELD,
  validationPipe,
  type InvalidField,
  type ValidationProblem,
} from './validation.js';
