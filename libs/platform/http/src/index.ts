export { type ApiDocsOptions, type PageRequest } from './documents/api-docs.js';
export { clientCertificateOf, thumbprintOf } from './requests/client-certificate.js';
export { configureApp, type ConfigureOptions } from './configure-app.js';
export { plainErrorBody } from './error-body.js';
export { drain } from './running/graceful-shutdown.js';
export { httpSettings, type HttpConfig } from './http-settings.js';
export { exceededJsonLimit, type JsonLimits } from './requests/json-limits.js';
export { packageVersion } from './package-version.js';
export { plainListener, type PlainListenerOptions } from './plain-listener.js';
export { abortSignalOf, explainTimeout, TRACE_HEADER } from './requests/request-context.js';
export { createApp, rootModule, runApp, type AppDefinition } from './running/run-app.js';
export { RuntimeModule, type RuntimeOptions } from './running/runtime.module.js';
export { movedPage, type MovedPage } from './pages/moved-page.js';
export { serveWeb, type WebPage } from './pages/serve-web.js';
export {
  UNKNOWN_FIELD,
  validationPipe,
  type InvalidField,
  type ValidationProblem,
} from './requests/validation.js';
