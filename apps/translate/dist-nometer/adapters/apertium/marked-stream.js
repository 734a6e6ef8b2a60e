import { atomsOf } from './atoms.js';
import { encodeStretch, KEPT_WITH_MARKS, lacksStop } from './stream-format.js';
/** An unknown word for content that must not be translated: every mode passes it on in one piece. */ const STAND_IN = 'Xqz';
/** Above this many spans in one segment following words costs more than it gains: they are quadratic. */ const MOST_SPANS = 200;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
/**
 * Writes a segment with its spans for a marked mode.
 *
 * @returns undefined when a span begins or ends inside a word: half a word cannot be followed
 */ export function encodeMarked({ text, spans }) {
    if (spans.length > MOST_SPANS) return undefined;
    if (spans.some((span)=>isInsideWord(text, span.start) || isInsideWord(text, span.end))) {
        return undefined;
    }
    const writer = new Writer(spans);
    const edges = [
        ...new Set([
            0,
            text.length,
            ...spans.flatMap(({ start, end })=>[
                    start,
                    end
                ])
        ])
    ];
    edges.sort((a, b)=>a - b);
    edges.forEach((start, index)=>{
        writer.addEmptySpansAt(start);
        const end = edges[index + 1];
        if (end !== undefined) writer.addStretch(text, start, end);
    });
    return writer.finish(lacksStop(text));
}
/**
 * Reads the answer of a marked mode.
 *
 * @returns the words and what lies between them, or undefined when something that was kept out is lost
 */ export function decodeMarked(answer, encoded) {
    const body = (encoded.hasAddedStop ? answer.replace(/\.$/, '') : answer).trim();
    const atoms = atomsOf(body, encoded);
    const returned = atoms.flatMap(({ kept })=>kept ?? []);
    const isOnce = new Set(returned).size === returned.length;
    const isLost = ([original, number])=>!returned.includes(number) && (original.trim() !== '' || encoded.keptSpans.has(number));
    const numbered = encoded.kept.map((original, number)=>[
            original,
            number
        ]);
    return isOnce && !numbered.some(isLost) ? atoms : undefined;
}
let Writer = class Writer {
    #stream;
    #spans;
    #runs;
    #kept;
    #keptRuns;
    #keptSpans;
    constructor(spans){
        this.#stream = '';
        this.#runs = [];
        this.#kept = [];
        this.#keptRuns = new Map();
        this.#keptSpans = new Map();
        this.#spans = spans;
    }
    addEmptySpansAt(position) {
        for (const span of this.#spans){
            if (span.start !== position || span.end !== position) continue;
            this.#keptSpans.set(this.#kept.length, span.id);
            this.#stream += `[k${this.#kept.length}]`;
            this.#kept.push('');
        }
    }
    /** The text between two neighbouring edges, which is inside the same spans from end to end. */ addStretch(text, start, end) {
        const around = this.#spans.filter((span)=>span.start <= start && end <= span.end);
        const filled = around.filter((span)=>span.start < span.end);
        if (filled.length === 0) {
            this.#stream += encodeStretch(text.slice(start, end), this.#kept, KEPT_WITH_MARKS);
            return;
        }
        const fixed = filled.find(({ kind })=>kind !== 'tag');
        this.#runs.push({
            spanIds: filled.map(({ id })=>id),
            ...fixed && {
                fixed
            }
        });
        const number = this.#runs.length - 1;
        if (fixed === undefined) this.#addWords(text.slice(start, end), number);
        else this.#stream += marked(fixed.kind === 'term' ? wordsOf(text, start, end) : STAND_IN, number);
    }
    finish(hasAddedStop) {
        return {
            stream: hasAddedStop ? `${this.#stream}.` : this.#stream,
            runs: this.#runs,
            kept: this.#kept,
            keptRuns: this.#keptRuns,
            keptSpans: this.#keptSpans,
            hasAddedStop
        };
    }
    /** Blanks are bound to words: white space at the ends stays outside, and so does what holds no word. */ #addWords(text, run) {
        const core = text.trim();
        const start = text.length - text.trimStart().length;
        this.#stream += encodeStretch(text.slice(0, start), this.#kept, KEPT_WITH_MARKS);
        if (core !== '') this.#addCore(core, run);
        const rest = core === '' ? '' : text.slice(start + core.length);
        this.#stream += encodeStretch(rest, this.#kept, KEPT_WITH_MARKS);
    }
    #addCore(core, run) {
        let end = 0;
        for (const match of core.matchAll(KEPT_WITH_MARKS)){
            this.#addVisible(core.slice(end, match.index), run);
            this.#keep(match[0], run);
            end = match.index + match[0].length;
        }
        this.#addVisible(core.slice(end), run);
    }
    #addVisible(text, run) {
        if (text === '') return;
        if (!WORD_CHARACTER.test(text)) {
            this.#keep(text, run);
            return;
        }
        this.#stream += marked(encodeStretch(text, this.#kept), run);
    }
    #keep(text, run) {
        this.#keptRuns.set(this.#kept.length, run);
        this.#stream += `[k${this.#kept.length}]`;
        this.#kept.push(text);
    }
};
/** A single word is its own stand-in: what agrees with it mostly agrees with the term. */ function wordsOf(text, start, end) {
    const word = text.slice(start, end);
    return SINGLE_WORD.test(word) ? word : STAND_IN;
}
const marked = (stream, run)=>`[[t:s:${run}]]${stream}[[/]]`;
const SINGLE_WORD = /^[\p{L}\p{M}]+$/u;
const isInsideWord = (text, at)=>at > 0 && at < text.length && WORD_CHARACTER.test(text.charAt(at - 1)) && WORD_CHARACTER.test(text.charAt(at));

//# sourceMappingURL=marked-stream.js.map