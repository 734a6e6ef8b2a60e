import { describePairs, isDefault } from './measured-pairs.js';

// The pairs that npm start installs are measured every day.
describePairs('the pairs that are installed', (pair) => !isDefault(pair));
