import type { FlowStep } from './flow.js';

export const typeOfStep = (step: FlowStep): string => `ipt.flow.${step.toLowerCase()}`;

/** The body of a message, as Standard Webhooks recommends it. */
export const messageBody = (type: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });
