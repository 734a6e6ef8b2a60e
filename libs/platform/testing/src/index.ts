export { FakeClock, fixedIds } from '@sextant/platform-clock';
export { committedDocument, type DocumentPair } from './committed-document.js';
export { startApp, type RunningApp } from './start-app.js';
export { testDatabase, workspaceRoot, type TestDatabase } from './test-database.js';
