import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsBoolean,
  IsDefined,
  IsIn,
  IsOptional,
  Matches,
  MaxLength,
  ValidateBy,
} from 'class-validator';

export const notSpecified = (name: string) => ({ message: `Parameter '${name}' not specified` });
export const notSupported = (name: string) => ({ message: `Value for '${name}' not supported.` });

const MAX_TAG_LENGTH = 128;
const MOST_TAGS = 1000;
const MAX_ID_LENGTH = 100;

/** An optional parameter; `null` is the same as leaving it out. */
export const MayBeAbsent = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => value ?? undefined),
    IsOptional(),
  );

/** Digits in an address become a number; everything else is left for the rules to refuse. */
export const FromDigits = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  );

/** A text that the database can hold: whole characters without NUL, not only white space. */
export const IsStoredText = (name: string, { longest }: { readonly longest: number }) =>
  rule(
    'isStoredText',
    (value) =>
      isText(value) && value.length <= longest && value.trim() !== '' && !value.includes('\0'),
    notSupported(name).message,
  );

/** Strings of whole characters: a lone surrogate half has no UTF-8 form. */
export const AreTexts = () =>
  ValidateBy({
    name: 'areTexts',
    validator: {
      validate: (value: unknown) => Array.isArray(value) && value.every(isText),
      defaultMessage: () => "Parameter 'text' must be an array of well-formed strings.",
    },
  });

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed();

/** An optional string of whole characters. */
export const IsText = (name: string) =>
  applyDecorators(MayBeAbsent(), rule('isText', isText, notSupported(name).message));

/** A string of whole characters that has to be there; it may be empty. */
export const IsRequiredText = (name: string) =>
  applyDecorators(
    rule('isText', isText, notSupported(name).message),
    IsDefined(notSpecified(name)),
  );

export const IsFlag = (name: string) =>
  applyDecorators(MayBeAbsent(), IsBoolean(notSupported(name)));

export const IsOneOf = (name: string, values: readonly string[]) =>
  applyDecorators(
    MayBeAbsent(),
    IsIn(values, {
      message: `Value for '${name}' not supported. Allowed values: ${values.join(', ')}.`,
    }),
  );

/** An id of anything that is stored. Which ones exist is found out later. */
export const IsId = (name: string) =>
  applyDecorators(
    MayBeAbsent(),
    Matches(/^[\w-]+$/, notSupported(name)),
    MaxLength(MAX_ID_LENGTH, notSupported(name)),
  );

/** A list of texts of 1 to `longest` characters. */
export const IsListOf = (
  name: string,
  { most, longest }: { readonly most: number; readonly longest: number },
) =>
  applyDecorators(
    MayBeAbsent(),
    rule('areTexts', (value) => isListOf(value, isText), notSupported(name).message),
    ArrayMaxSize(most, { message: `Parameter '${name}' must not have more than ${most} items.` }),
    rule(
      'areShort',
      (value) =>
        isListOf(value, (item) => Array.from(item).length <= longest && item.trim() !== ''),
      `Each of '${name}' must have between 1 and ${longest} characters.`,
    ),
  );

/** A list of some of the names, each at most once. */
export const IsListOfNames = (name: string, names: readonly string[]) =>
  applyDecorators(
    MayBeAbsent(),
    rule(
      'areNames',
      (value) =>
        isListOf(value, (item) => names.includes(item)) &&
        new Set(value as readonly string[]).size === (value as readonly string[]).length,
      `Value for '${name}' not supported. Allowed values: ${names.join(', ')}.`,
    ),
  );

/** Names of tags, as markup writes them. */
export const IsTags = (name: string) =>
  applyDecorators(
    MayBeAbsent(),
    rule(
      'areTags',
      (value) => isListOf(value, (tag) => TAG.test(tag) && tag.length <= MAX_TAG_LENGTH),
      notSupported(name).message,
    ),
    ArrayMaxSize(MOST_TAGS, notSupported(name)),
  );

const TAG = /^[^\s<>"'/=]+$/;

const isListOf = (value: unknown, isRight: (item: string) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && isRight(item));

const rule = (name: string, validate: (value: unknown) => boolean, message: string) =>
  ValidateBy({ name, validator: { validate, defaultMessage: () => message } });
