import { ValidateBy } from 'class-validator';

const MAX_ID_LENGTH = 200;

const isId = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= MAX_ID_LENGTH;

/** OpenAI's `voice`: a name, or `{"id": ...}` of a custom voice. */
export const IsVoiceReference = () =>
  ValidateBy({
    name: 'isVoiceReference',
    validator: {
      validate: (value: unknown) =>
        isId(value) ||
        (typeof value === 'object' &&
          value !== null &&
          Object.keys(value).length === 1 &&
          'id' in value &&
          isId(value.id)),
      defaultMessage: () =>
        `voice must be a name, or {"id": name}, of 1 to ${MAX_ID_LENGTH} characters`,
    },
  });
