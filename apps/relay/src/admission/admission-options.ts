import type { RelayConfig } from '../options/config.js';
import type { AdmissionOptions } from './admission-review.js';

/** What the source of reviews is told, in the relay's thread and in its own. */
export const admissionOptions = ({
  redact,
  redactCommands,
  k8sAnswerMs,
}: Pick<RelayConfig, 'redact' | 'redactCommands' | 'k8sAnswerMs'>): AdmissionOptions => ({
  ...{ values: redact, commands: redactCommands, answerWithinMs: k8sAnswerMs },
});
