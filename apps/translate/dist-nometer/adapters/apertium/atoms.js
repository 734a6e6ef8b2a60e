/** The beginning or end of a word-bound blank, a kept one, an escaped character, words and other signs. */ const TOKEN = /\[\[([^\]]*)\]\]|\[k(\d+)\]|\\(.)|([*#@]?)((?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))+)|( +)|([\s\S])/gsu;
const RUN = /t:s:(\d+)/g;
/** Reads a stream with word-bound blanks. Runs of plain spaces become one, as words were dropped there. */ export function atomsOf(stream, { kept, keptRuns }) {
    const atoms = [];
    let runs = [];
    for (const match of stream.matchAll(TOKEN)){
        const [, label, keptNumber, escaped, mark, word, space, sign] = match;
        if (label !== undefined) {
            runs = [
                ...label.matchAll(RUN)
            ].map(([, number])=>Number(number));
        } else if (keptNumber !== undefined) {
            const number = Number(keptNumber);
            const run = keptRuns.get(number);
            atoms.push({
                text: kept[number] ?? '',
                runs: run === undefined ? [] : [
                    run
                ],
                kept: number
            });
        } else if (word !== undefined) {
            atoms.push({
                text: word,
                runs,
                ...mark === '*' ? {
                    isUnknown: true
                } : {}
            });
        } else {
            const text = space === undefined ? escaped ?? sign ?? '' : ' ';
            atoms.push({
                text,
                runs
            });
        }
    }
    return atoms;
}

//# sourceMappingURL=atoms.js.map