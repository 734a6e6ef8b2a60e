/** Pictures, with what belongs to them: skin tones, variants, joiners, flags and keys. */
const EMOJI =
  /(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}|[\u{1F000}-\u{1FAFF}])(?:\u{FE0F}|\u{200D}|\u{20E3}|\p{Emoji_Modifier})*/gu;

/** A text without its emoji, which a reader leaves out. O(n). */
export const withoutEmoji = (text: string): string => text.replace(EMOJI, '');
