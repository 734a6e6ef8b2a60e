import { validationPipe } from '@sextant/platform-http';
import { validationProblem } from '../http/validation-problem.js';

const pipe = validationPipe(validationProblem);

/** A message of our own dialects. @throws {Problem} `validation_failed` */
export const parsedMessage = async <T>(metatype: new () => T, value: unknown): Promise<T> =>
  (await pipe.transform(value, { type: 'body', metatype })) as T;

export const typeOfMessage = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
