import * as answers from './listening-answers.dto.js';
import { ListenResumeMessage, ListenRunningMessage, ListenStartMessage } from './listening.dto.js';

/** Everything that goes over the connection of a live transcription, for the documents. */
export const LISTENING_MESSAGES = [
  ListenStartMessage,
  ListenResumeMessage,
  ListenRunningMessage,
  ...Object.values(answers),
];
