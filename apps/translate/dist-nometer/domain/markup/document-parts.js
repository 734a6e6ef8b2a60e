import { segmentsOfBlock } from './block-segments.js';
import { rolesOf } from './outline.js';
/** @see HTML Living Standard, "The translate attribute"; the class is what other services go by */ const NOT_TRANSLATED = /\stranslate\s*=\s*["']?no\b|\sclass\s*=\s*(?:"(?:[^"]*\s)?notranslate[\s"]|'(?:[^']*\s)?notranslate[\s']|notranslate\b)/i;
/** The document in its parts. O(n). */ export function partsOf(tokens, reading) {
    const roles = rolesOf(tokens, reading.options);
    const isIgnored = ignoring(reading.options);
    const parts = [];
    let block = new BlockBuilder();
    const keep = (raw)=>{
        parts.push(...segmentsOfBlock(block.block, reading.rules), {
            kind: 'kept',
            raw
        });
        block = new BlockBuilder();
    };
    for(let index = 0; index < tokens.length; index += 1){
        const token = tokens[index];
        if (token === undefined) break;
        const role = roles[index] ?? 'inline';
        if (token.kind === 'open' && isIgnored(token)) {
            const inside = tokens.slice(index, token.end + 1);
            const raw = inside.map((part)=>part.raw).join('');
            if (role === 'splitting') keep(raw);
            else block.addFixed(visibleText(inside, reading), raw);
            index = token.end;
        } else addToken(token, role, {
            block,
            keep,
            reading
        });
    }
    parts.push(...segmentsOfBlock(block.block, reading.rules));
    return parts;
}
function addToken(token, role, { block, keep, reading }) {
    if (token.kind === 'text') block.addText(reading.read(token.raw));
    else if (role === 'splitting') keep(token.raw);
    else if (token.kind === 'open') block.open(token.raw);
    else if (token.kind === 'close') block.close(token.raw);
    else block.addSingle(token.raw);
}
function ignoring({ kind, ignoreTags }) {
    const names = new Set(kind === 'html' ? ignoreTags.map((name)=>name.toLowerCase()) : ignoreTags);
    return ({ name, raw })=>names.has(name) || kind === 'html' && NOT_TRANSLATED.test(raw);
}
/** Ignored words still stand for something in the sentence: without white space at their ends. */ const visibleText = (tokens, { read })=>tokens.flatMap((token)=>token.kind === 'text' ? read(token.raw) : []).join('').trim().replace(/\s+/g, ' ');
/** Gathers a block. */ let BlockBuilder = class BlockBuilder {
    #text;
    #spans;
    #notations;
    #open;
    get block() {
        return {
            text: this.#text,
            spans: this.#spans,
            notations: this.#notations
        };
    }
    addText(text) {
        this.#text += text;
    }
    open(raw) {
        this.#open.push(this.#add('tag', raw));
    }
    close(raw) {
        const id = this.#open.pop();
        const span = this.#spans[id ?? -1];
        const notation = this.#notations[id ?? -1];
        if (span === undefined || notation === undefined) return;
        span.end = this.#text.length;
        notation.close = raw;
    }
    addSingle(raw) {
        this.#add('tag', raw);
    }
    /** Content that is written as `raw` and stands as `visible` in the sentence. */ addFixed(visible, raw) {
        const id = this.#add(visible === '' ? 'tag' : 'protected', raw, visible !== '');
        this.#text += visible;
        const span = this.#spans[id];
        if (span !== undefined) span.end = this.#text.length;
    }
    #add(kind, open, isFixed = false) {
        const id = this.#spans.length;
        const at = this.#text.length;
        const parent = this.#open.at(-1);
        this.#spans.push({
            id,
            start: at,
            end: at,
            kind,
            ...parent === undefined ? {} : {
                parent
            }
        });
        this.#notations.push({
            open,
            close: '',
            isFixed
        });
        return id;
    }
    constructor(){
        this.#text = '';
        this.#spans = [];
        this.#notations = [];
        this.#open = [];
    }
};

//# sourceMappingURL=document-parts.js.map