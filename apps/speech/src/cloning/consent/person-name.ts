/**
 * A name on one line, with something to be seen in it: no control characters (U+0000 cannot be stored), no halves of
 * surrogate pairs, no line separators, and nothing that turns the direction of the text around it.
 */
export const VISIBLE_NAME =
  /^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]+$/u;

export const MAX_NAME_LENGTH = 200;

export const NAME_RULE = {
  message: '$property must be a name on one line, without control characters',
};
