import { billedCharacters } from './billed-characters.js';
/**
 * Translates for customers: nothing above their quota, nothing uncounted.
 *
 * A request counts once it is accepted: its translation is there, or the first part of its stream, and the answer
 * goes out after the count is durable. A request that fails costs nothing.
 */ export class MeteredTranslator {
    constructor(translator, meter){
        this.translator = translator;
        this.meter = meter;
    }
    /** @throws {Problem} `quota_exceeded`, and as `Translator.translate` */ async translate(customer, request) {
        const characters = charactersOf(request);
        
        const translations = await this.translator.translate(request);
        
        return translations;
    }
    /** @throws {Problem} by the first call of `next()`: `quota_exceeded`, and as `Translator.stream` */ async *stream(customer, request) {
        const characters = charactersOf(request);
        
        const parts = this.translator.stream(request);
        const first = await parts.next();
        
        if (first.done !== true) yield first.value;
        yield* parts;
    }
    #count(customer, characters) {
        return this.meter.record({
            ...customer,
            operation: 'text_translation',
            characters
        });
    }
}
const charactersOf = ({ texts })=>texts.reduce((sum, text)=>sum + billedCharacters(text), 0);

//# sourceMappingURL=metered-translator.js.map