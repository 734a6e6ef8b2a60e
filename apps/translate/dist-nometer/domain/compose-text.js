import { composePlain } from './composition.js';
import { composeMarkup } from './markup/markup-composition.js';
import { LINES } from './segments.js';
/** Takes a text apart as its options say. */ export function compositionOf(text, options) {
    const rules = splitRulesOf(options);
    const { markup } = options;
    return markup === undefined ? composePlain(text, rules) : composeMarkup(text, markup, rules);
}
/** @see spec 1, part 4: `split_sentences`; html does not split at line ends unless told to */ function splitRulesOf({ splitSentences, markup, memory }) {
    const rule = splitSentences ?? (markup?.kind === 'html' ? 'nonewlines' : '1');
    if (rule === '1' && memory === undefined) return LINES;
    return {
        atLines: rule === '1',
        atSentences: rule !== '0' && memory !== undefined
    };
}

//# sourceMappingURL=compose-text.js.map