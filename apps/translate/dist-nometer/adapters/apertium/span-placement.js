/**
 * Puts spans around the words that their own words became.
 *
 * A span gets the smallest range that covers them. Where words of a neighbour lie between, it gets the longest
 * part without them, so that neighbours stay neighbours. Protected content and terms are written from the
 * segment, once, where the first word of their stand-in is.
 *
 * @returns undefined when the words of a span are gone, or are melted with those of another
 */ export function placeSpans(segment, { runs, keptSpans }, answer) {
    const atoms = withFixedContent(segment, runs, answer);
    if (atoms === undefined) return undefined;
    const ranges = new Map();
    const byParent = Map.groupBy(segment.spans, ({ parent })=>parent);
    const whole = {
        first: 0,
        last: atoms.length - 1
    };
    const waiting = [
        [
            undefined,
            whole
        ]
    ];
    const lengths = atoms.map((atom)=>atom.text.length);
    const spanIds = atoms.map((atom)=>atom.runs.flatMap((run)=>runs[run]?.spanIds ?? []));
    for(let next = waiting.pop(); next !== undefined; next = waiting.pop()){
        const [parent, within] = next;
        const children = byParent.get(parent) ?? [];
        const filled = children.filter(({ start, end })=>start < end);
        const placed = placeChildren(filled, within, {
            spanIds,
            lengths
        });
        if (placed === undefined) return undefined;
        for (const [id, range] of placed){
            ranges.set(id, range);
            waiting.push([
                id,
                range
            ]);
        }
        for (const { id } of children.filter(({ start, end })=>start === end)){
            const at = atoms.findIndex(({ kept })=>kept !== undefined && keptSpans.get(kept) === id);
            const range = emptyRange(at, within, [
                ...placed.values()
            ]);
            ranges.set(id, range);
            waiting.push([
                id,
                range
            ]);
        }
    }
    return positioned(atoms, ranges);
}
/** @returns undefined when a child has no atom of its own in the range */ function placeChildren(children, { first, last }, { spanIds, lengths }) {
    const ids = new Set(children.map(({ id })=>id));
    const clusters = new Map();
    let current;
    for(let at = first; at <= last; at += 1){
        const own = spanIds[at]?.filter((id)=>ids.has(id)) ?? [];
        const id = own.find((candidate)=>candidate === current) ?? own[0];
        if (id === undefined) continue;
        const list = clusters.get(id) ?? [];
        const open = id === current ? list.pop() : undefined;
        list.push({
            first: open?.first ?? at,
            last: at
        });
        clusters.set(id, list);
        current = id;
    }
    if (clusters.size < children.length) return undefined;
    return new Map([
        ...clusters
    ].map(([id, list])=>[
            id,
            longest(list, lengths)
        ]));
}
/** By the letters that it holds: the noun or adjective, not the article. */ function longest(ranges, lengths) {
    const length = ({ first, last })=>lengths.slice(first, last + 1).reduce((sum, letters)=>sum + letters, 0);
    return ranges.reduce((best, range)=>length(range) > length(best) ? range : best);
}
/** Where the blank of an empty span came to lie, moved out of the neighbours and into the parent. */ function emptyRange(at, within, neighbours) {
    const clamped = Math.min(Math.max(at, within.first), within.last + 1);
    const around = neighbours.find(({ first, last })=>first < clamped && clamped <= last);
    const first = around?.first ?? clamped;
    return {
        first,
        last: first - 1
    };
}
/**
 * Each fixed content once, in place of the first word of its stand-in; the other words go, with a space.
 *
 * @returns undefined when one is missing, or shares a word with other content
 */ function withFixedContent({ text }, runs, atoms) {
    const fixedOf = (atom)=>atom.runs.flatMap((run)=>runs[run]?.fixed ?? []);
    const placed = new Set();
    const result = [];
    for (const atom of atoms){
        const [fixed] = fixedOf(atom);
        if (fixed !== undefined && atom.runs.length > 1) return undefined;
        if (fixed === undefined) {
            if (!(isSpace(atom) && isSpace(result.at(-1)))) result.push(atom);
        } else if (placed.has(fixed.id)) {
            if (isSpace(result.at(-1))) result.pop();
        } else {
            placed.add(fixed.id);
            result.push({
                text: contentOf(fixed, text, atom.text),
                runs: atom.runs
            });
        }
    }
    const wanted = runs.filter(({ fixed })=>fixed !== undefined).length;
    return placed.size === wanted ? result : undefined;
}
function contentOf(span, source, word) {
    if (span.kind !== 'term') return source.slice(span.start, span.end);
    const written = source.charAt(span.start);
    const isRaised = isCapital(word.charAt(0)) && !isCapital(written);
    return isRaised ? span.target.charAt(0).toUpperCase() + span.target.slice(1) : span.target;
}
const isSpace = (atom)=>atom?.text === ' ' && atom.kept === undefined;
const isCapital = (letter)=>letter !== letter.toLowerCase();
function positioned(atoms, ranges) {
    const starts = [];
    let text = '';
    for (const atom of atoms){
        starts.push(text.length);
        text += atom.text;
    }
    starts.push(text.length);
    const spans = [
        ...ranges
    ].map(([id, { first, last }])=>({
            id,
            start: starts[first] ?? text.length,
            end: starts[last + 1] ?? text.length
        }));
    return {
        text,
        spans
    };
}

//# sourceMappingURL=span-placement.js.map