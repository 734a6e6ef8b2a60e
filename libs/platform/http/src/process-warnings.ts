import type { Logger } from '@sextant/platform-runtime/logging';

/** kafkajs 2.2.4 asks for timers of less than nothing, which come at once; Node says so since version 24. */
const isKnown = ({ name, stack = '' }: Error): boolean =>
  name === 'TimeoutNegativeWarning' && stack.includes('/kafkajs/');

/** What Node warns of is a line of the log as everything is, instead of text beside it. */
export function logProcessWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (isKnown(warning)) return;
    logger.warn('process.warning', { name: warning.name, warning: warning.message });
  });
}
