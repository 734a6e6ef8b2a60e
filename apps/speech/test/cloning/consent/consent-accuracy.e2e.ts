import { describePhraseCheck, describeSpeakerCheck } from './consent-accuracy.js';

// More readings and clips: consent-accuracy.long.e2e.ts.
describePhraseCheck(2);
describeSpeakerCheck({ lastConsent: 16, lastSample: 12, fewest: 20 });
