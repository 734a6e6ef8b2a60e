import { describePhraseCheck, describeSpeakerCheck } from './consent-accuracy.js';

// More readings and clips: consent-accuracy.long.e2e.ts.
describePhraseCheck(2);
describeSpeakerCheck({ lastConsent: 14, lastSample: 11, fewest: 8 });
