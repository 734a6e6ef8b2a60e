const { default: Sequencer } = require('@jest/test-sequencer');

const { inLanes } = require('./lanes.cjs');

/** The longest files (`npm test -- --report`) begin first in their project. */
const LONGEST = [
  'e2e/stack.e2e.ts',
  'e2e/translate-ipt-pages.e2e.ts',
  'e2e/speech-pages.e2e.ts',
  'e2e/start.e2e.ts',
  'apps/speech/test/books/killed-books.e2e.ts',
  'e2e/idle.e2e.ts',
  'e2e/boundaries.e2e.ts',
  'e2e/backup.e2e.ts',
  'e2e/mcp.e2e.ts',
  'e2e/images.e2e.ts',
  'apps/speech/test/killed-service.e2e.ts',
  'apps/speech/test/books/books-abuse.e2e.ts',
  'apps/speech/test/books/book-webhooks.e2e.ts',
  'apps/speech/test/dialects/python-sdks.e2e.ts',
  'apps/notifications/test/kill/kill.e2e.ts',
  'apps/speech/test/cloning/consent/consent-accuracy.e2e.ts',
  'apps/speech/test/heard/heard.e2e.ts',
  'e2e/apps.e2e.ts',
  'apps/relay/test/spool/kill.e2e.ts',
  'apps/notifications/test/page/chromium.e2e.ts',
  'apps/speech/test/synthesis/files.e2e.ts',
  'apps/speech/test/synthesis/loudness.e2e.ts',
  'apps/speech/test/cloning/uploads.e2e.ts',
  'apps/speech/test/synthesis/streams.e2e.ts',
  'apps/speech/test/engines/faults.e2e.ts',
  'apps/notifications/test/push/push.e2e.ts',
  'apps/speech/test/engines/native-espeak.e2e.ts',
  'apps/relay/test/sinks/channels.e2e.ts',
  'apps/relay/test/dispatch/delivery.e2e.ts',
  'apps/translate/src/engines/apertium/apertium-engine.spec.ts',
  'apps/translate/test/documents/reading/legacy-documents.e2e.ts',
  'apps/ipt-graphql/test/content/uploads.e2e.ts',
  'apps/auth-server/test/abuse/limits.e2e.ts',
  'apps/relay/test/sinks/chatbot.e2e.ts',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const found = LONGEST.findIndex((file) => path.endsWith(file));
      return found === -1 ? LONGEST.length : found;
    };
    return inLanes(super.sort(tests).toSorted((a, b) => place(a) - place(b)));
  }
};
