import { captionsOf, type CaptionOptions } from './captions.js';
import type { CaptionedPart } from './cues.js';
import type { CaptionsDto } from './captions.dto.js';

const DEFAULTS = { maxLineLength: 42, maxLines: 2, language: 'en' };

/** The captions that a body asks for; nothing when it asks for none. */
export function captionsFor(
  asked: CaptionsDto | undefined,
  language: string | undefined,
  parts: readonly CaptionedPart[],
): { readonly captions?: string } {
  return asked === undefined ? {} : { captions: captionsOf(parts, optionsOf(asked, language)) };
}

const optionsOf = (asked: CaptionsDto, language: string | undefined): CaptionOptions => ({
  format: asked.format,
  highlightsWords: asked.highlight_words ?? asked.format !== 'srt',
  maxLineLength: asked.max_line_length ?? DEFAULTS.maxLineLength,
  maxLines: asked.max_lines ?? DEFAULTS.maxLines,
  language: language ?? DEFAULTS.language,
});
