import * as answers from './live-answers.dto.js';
import { ResumeMessage, RunningMessage, StartMessage } from './live.dto.js';

/** Everything that goes over a live connection, for the documents. */
export const LIVE_MESSAGES = [
  StartMessage,
  ResumeMessage,
  RunningMessage,
  ...Object.values(answers),
];
