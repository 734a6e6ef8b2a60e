import { baseLanguage, isPlain, parseLanguage, resolveTarget } from './language.js';
import { checkTarget, chooseRoute } from './route-choice.js';
import { TRANSLATE_ERRORS } from './translate-errors.js';
const NO_OPTIONS = {};
/** What is found out once for a request, before anything is translated. */ export class Preparation {
    constructor(routes, target, options, owner, found){
        this.routes = routes;
        this.target = target;
        this.options = options;
        this.owner = owner;
        this.found = found;
    }
    /**
   * Checks everything that can be checked without translating.
   *
   * @throws {Problem} `source_lang_unsupported`, `target_lang_unsupported`, `pair_unsupported`,
   *   `option_unsupported`, and what the lookups throw
   */ static async of(request, routes, parts) {
        const options = request.options ?? NO_OPTIONS;
        const target = parseTarget(request.targetLang, routes);
        if (options !== NO_OPTIONS) checkTarget(routes, target, options);
        const sourceOf = sourcesOf(request, {
            routes,
            target,
            options
        }, parts.detector);
        const style = await styleOf(request.owner, target, options, parts.styleRules);
        const terms = await termsOf(request, target, options, parts.terms);
        return new Preparation(routes, target, options, request.owner, {
            style,
            terms,
            sourceOf
        });
    }
    /** The source language of a text: given once, or detected text by text. */ sourceOf(text) {
        return this.found.sourceOf(text);
    }
    /** @returns undefined where nothing has to be translated */ workFrom(source, signal) {
        const { routes, target, options } = this;
        if (source === baseLanguage(target)) return undefined;
        const chosen = chooseRoute(routes, source, target, options);
        return {
            owner: this.owner,
            source,
            target,
            chosen,
            knownBy: routes.knownBy(source, target),
            engineOptions: engineOptionsOf(options, this.found.style, chosen),
            terms: this.found.terms,
            memory: options.memory,
            wantsUnknownWords: options.wantsProvenance === true,
            signal
        };
    }
}
function parseTarget(code, routes) {
    if (routes.targets().size === 0) throw TRANSLATE_ERRORS.engineUnavailable();
    const requested = parseLanguage(code);
    const target = requested && resolveTarget(requested, routes.targets());
    if (target === undefined) throw TRANSLATE_ERRORS.targetLanguageUnsupported();
    return target;
}
function sourcesOf({ sourceLang }, { routes, target, options }, detector) {
    const plainTarget = baseLanguage(target);
    if (sourceLang === undefined) {
        const candidates = [
            ...new Set([
                ...routes.sourcesOf(target),
                plainTarget
            ])
        ];
        return (text)=>detector.detect(text, candidates)?.language ?? plainTarget;
    }
    const source = parseLanguage(sourceLang);
    if (source === undefined || !isPlain(source) || !isKnown(source, routes)) {
        throw TRANSLATE_ERRORS.sourceLanguageUnsupported();
    }
    if (source !== plainTarget) chooseRoute(routes, source, target, options);
    return ()=>source;
}
/** A language that is only ever a target is still a valid `source_lang`, of an unsupported pair. */ function isKnown(language, routes) {
    return routes.sources().includes(language) || routes.targets().has(language);
}
async function styleOf(owner, target, { styleId }, styleRules) {
    if (styleId === undefined) return undefined;
    const style = await styleRules.instructions(owner, styleId);
    if (baseLanguage(style.language) !== baseLanguage(target)) {
        throw TRANSLATE_ERRORS.styleRuleLanguage();
    }
    return style;
}
async function termsOf({ owner, sourceLang }, target, { glossaryIds = [] }, matchers) {
    if (glossaryIds.length === 0) return undefined;
    const source = parseLanguage(sourceLang ?? '');
    if (source === undefined) throw TRANSLATE_ERRORS.glossaryNeedsSource();
    const languages = {
        source: baseLanguage(source),
        target: baseLanguage(target)
    };
    return await matchers.matcher({
        owner,
        glossaryIds,
        ...languages
    });
}
function engineOptionsOf({ formality, context, instructions = [] }, style, { needs }) {
    const isFormal = formality === 'more' || formality === 'prefer_more';
    const honours = needs.features.includes('formality');
    return {
        ...honours ? {
            formality: isFormal ? 'more' : 'less'
        } : {},
        ...context === undefined || context === '' ? {} : {
            context
        },
        ...instructions.length === 0 ? {} : {
            instructions
        },
        ...style === undefined ? {} : {
            style
        }
    };
}

//# sourceMappingURL=preparation.js.map