import { unmarked } from './marked-text.js';
import { splitText } from './segments.js';
/** A plain text: its lines or sentences, and the white space between them. */ export function composePlain(text, rules) {
    const parts = splitText(text, rules);
    return {
        visibleText: text,
        segments: parts.flatMap((part)=>part.kind === 'kept' ? [] : [
                unmarked(part.text)
            ]),
        compose (translations) {
            let next = 0;
            return parts.map((part)=>{
                if (part.kind === 'kept') return {
                    text: part.text
                };
                const segment = next;
                next += 1;
                return {
                    text: translations[segment]?.text ?? part.text,
                    segment,
                    start: 0
                };
            });
        }
    };
}
export const textOf = (chunks)=>chunks.map(({ text, write })=>write?.(text) ?? text).join('');

//# sourceMappingURL=composition.js.map