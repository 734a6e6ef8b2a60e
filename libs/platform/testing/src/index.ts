export { FakeClock, fixedIds } from '@sextant/platform-clock';
export { describeApp, type AppShapes } from './app-contract.js';
export { committedDocument, type DocumentPair } from './committed-document.js';
export { createTopic } from './create-topic.js';
export { metricAt } from './metric-at.js';
export { HUB_COMMIT, startModelHub, type ModelHub } from './model-hub.js';
export { hasPython, pythonWith } from './python.js';
export { startApp, type RunningApp } from './start-app.js';
export { testDatabase, workspaceRoot, type TestDatabase } from './test-database.js';
