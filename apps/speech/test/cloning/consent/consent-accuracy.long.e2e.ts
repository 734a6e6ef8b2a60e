import { describePhraseCheck, describeSpeakerCheck } from './consent-accuracy.js';

// What is printed here stands in the README, "Measured".
describePhraseCheck(6);
describeSpeakerCheck({ lastConsent: 22, lastSample: 15, fewest: 50 });
