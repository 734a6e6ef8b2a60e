/** The text of a file in UTF-8: without the byte order mark with which some editors begin one, and which JSON does not know. */
export const textOfFile = (content: string): string => content.replace(/^\uFEFF/, '');

/**
 * What an operator's file says.
 *
 * @throws {SyntaxError} for what is no JSON; it quotes nothing, for the file may hold secrets
 */
export function jsonOfFile(content: string): unknown {
  try {
    return JSON.parse(textOfFile(content));
  } catch (error) {
    // V8 quotes what stands around the place.
    const reason = (error as Error).message.replace(/(\.\.\.)?".*"(\.\.\.)?/s, 'the text');
    throw new SyntaxError(`It is not JSON: ${reason}.`);
  }
}
