const MOST_CHARACTERS = 300;

/**
 * What a stranger says, fit for one line of a terminal: control characters would write over what others have said.
 *
 * @param {unknown} said
 * @returns {string} at most 300 characters
 */
export function plain(said) {
  const text = (typeof said === 'string' ? said : (JSON.stringify(said) ?? '')).slice(
    0,
    MOST_CHARACTERS,
  );
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
