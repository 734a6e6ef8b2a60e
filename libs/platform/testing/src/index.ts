export { FakeClock, fixedIds } from '@sextant/platform-runtime/clock';
export { builtMain, startOf } from './built-main.js';
export { describeApp, expectOpenDocs, type AppShapes } from './app-contract.js';
export { CLIENT_CERTIFICATE } from './client-certificate.js';
export { committedDocument, type DocumentPair } from './committed-document.js';
export { createTopic } from './create-topic.js';
export { freePort, freePorts } from './free-ports.js';
export { metricAt } from './metric-at.js';
export { HUB_COMMIT, startModelHub, type ModelHub } from './model-hub.js';
export { hasPython, pythonWith } from './python.js';
export { ALL, aThird, sampleDay, type Share } from './sample-day.js';
export {
  watching,
  watchRequests,
  watchStatements,
  type Fault,
  type Place,
  type Seen,
  type WatchedRequest,
} from './statement-faults.js';
export { startApp, type RunningApp } from './start-app.js';
export { migrated, type Template } from './template-database.js';
export { testDatabase, type TestDatabase } from './test-database.js';
export { workspaceRoot } from './workspace-root.js';
