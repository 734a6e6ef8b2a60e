/**
 * A part of a text: either for the engine, or kept byte for byte.
 *
 * Kept are line breaks, NUL and all other control characters, the white space around them, and parts
 * without a single letter. No engine sees them, so none can lose them.
 */ /** UTF-16 code units. Bounds the time until an engine answers, and what a crash can repeat. */ const LONGEST_SEGMENT = 2000;
/** C0 and C1 control characters (NUL, tab, LF, VT, FF, CR, NEL and the rest) and Unicode's line breaks. */ const BREAKS = /([\p{Cc}\u2028\u2029]+)/u;
const LETTER = /[\p{L}\p{M}]/u;
export const LINES = {
    atLines: true,
    atSentences: false
};
/** All control characters but those of line ends. */ const BREAKS_WITHIN_LINES = /((?:(?![\n\r])\p{Cc})+)/u;
/**
 * Splits a text so that `joinSegments(splitText(text)) === text`.
 *
 * Each line is a segment of its own, unless the rules say otherwise; a line above 2,000 UTF-16 code units is split at the ends of
 * sentences, else between words, else between characters. O(n).
 */ export function splitText(text, { atLines, atSentences } = LINES) {
    // With a capturing group, split() returns what it split at in every second place.
    return text.split(atLines ? BREAKS : BREAKS_WITHIN_LINES).flatMap((part, index)=>index % 2 === 1 ? [
            kept(part)
        ] : splitLine(part, atSentences)).filter((segment)=>segment.text !== '');
}
export function joinSegments(segments) {
    return segments.map((segment)=>segment.text).join('');
}
function splitLine(line, atSentences) {
    if (atSentences) return sentencesOf(line).flatMap(trimmed);
    if (line.length <= LONGEST_SEGMENT) return trimmed(line);
    return packed(sentencesOf(line)).flatMap(trimmed);
}
function trimmed(part) {
    if (!LETTER.test(part)) return [
        kept(part)
    ];
    const core = part.trim();
    const start = part.length - part.trimStart().length;
    return [
        kept(part.slice(0, start)),
        {
            kind: 'translatable',
            text: core
        },
        kept(part.slice(start + core.length))
    ];
}
const kept = (text)=>({
        kind: 'kept',
        text
    });
// English rules: the language may not be known yet, and sentence ends differ little between scripts.
const sentences = new Intl.Segmenter('en', {
    granularity: 'sentence'
});
function sentencesOf(line) {
    return [
        ...sentences.segment(line)
    ].flatMap(({ segment })=>segment.length <= LONGEST_SEGMENT ? [
            segment
        ] : cutBetweenWords(segment));
}
/** Joins neighbours as long as they fit: more context for the engine, fewer segments. */ function packed(parts) {
    const result = [];
    let current = '';
    for (const part of parts){
        if (current !== '' && current.length + part.length > LONGEST_SEGMENT) {
            result.push(current);
            current = '';
        }
        current += part;
    }
    return [
        ...result,
        current
    ];
}
function cutBetweenWords(sentence) {
    const parts = [];
    let start = 0;
    while(sentence.length - start > LONGEST_SEGMENT){
        const end = cutPoint(sentence, start);
        parts.push(sentence.slice(start, end));
        start = end;
    }
    return [
        ...parts,
        sentence.slice(start)
    ];
}
function cutPoint(sentence, start) {
    const limit = start + LONGEST_SEGMENT;
    const space = sentence.lastIndexOf(' ', limit - 1);
    if (space > start) return space + 1;
    return isTrailSurrogate(sentence.charCodeAt(limit)) ? limit - 1 : limit;
}
const isTrailSurrogate = (unit)=>unit >= 0xdc00 && unit <= 0xdfff;

//# sourceMappingURL=segments.js.map