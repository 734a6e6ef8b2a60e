import { decodeHTMLStrict, decodeXMLStrict } from 'entities';
const REFERENCE = /&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]*);/giu;
/** What has a meaning in markup, and how it is written where it has none. */ const MEANT = {
    '&': '&amp;',
    '<': '&lt;'
};
/** How one document writes its characters: read before its texts, used for those of the translation. */ export class CharacterReferences {
    #decode;
    #written;
    #pattern;
    constructor(texts, kind){
        /** Characters as the source writes them: `&nbsp;` stays one, `é` stays bare. */ this.write = (text)=>{
            if (this.#pattern === undefined) return text;
            return text.replace(this.#pattern, (character)=>this.#written.get(character) ?? character);
        };
        this.#decode = kind === 'xml' ? decodeXMLStrict : decodeHTMLStrict;
        const written = new Map();
        for (const [reference] of texts.flatMap((text)=>[
                ...text.matchAll(REFERENCE)
            ])){
            const character = this.#decode(reference);
            if ([
                ...character
            ].length === 1 && !written.has(character)) written.set(character, reference);
        }
        const bare = new Set(texts.flatMap((text)=>[
                ...text.replace(REFERENCE, '')
            ]));
        for (const character of written.keys()){
            if (bare.has(character)) written.delete(character);
        }
        for (const [character, reference] of Object.entries(MEANT)){
            if (!bare.has(character) && !written.has(character)) written.set(character, reference);
        }
        this.#written = written;
        this.#pattern = written.size === 0 ? undefined : patternOf([
            ...written.keys()
        ]);
    }
    /** The text that a reader sees. References that name nothing stay as they are written. */ read(raw) {
        return raw.replace(REFERENCE, (reference)=>this.#decode(reference));
    }
}
const patternOf = (characters)=>new RegExp(characters.map(codePointEscape).join('|'), 'gu');
const codePointEscape = (character)=>`\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

//# sourceMappingURL=character-references.js.map