import { baseLanguage, upperCaseCode, type LanguageTag } from '../../languages/language.js';
import { modelTypeOf, NO_NEEDS, type Route, type RouteNeeds, type Routes } from './routes.js';
import { TRANSLATION_ERRORS } from '../translation-errors.js';
import type { Feature, ModelType } from '../../engines/translation-engine.js';
import type { TranslationOptions } from '../translation-options.js';

/** A way that honours what was asked, and what it was found to honour. */
export interface ChosenRoute {
  readonly route: Route;
  readonly needs: RouteNeeds;
  readonly modelType: ModelType;
}

/** The names by which callers know the features. */
const PARAMETER_OF: Readonly<Record<Feature, string>> = {
  formality: 'formality',
  context: 'context',
  style: 'style_id',
  instructions: 'custom_instructions',
};

/**
 * The cheapest way that honours the options; wishes (`prefer_`) give way, demands do not.
 *
 * @throws {Problem} `pair_unsupported`, or what cannot be honoured, by its parameter
 */
export function chooseRoute(
  routes: Routes,
  source: LanguageTag,
  target: LanguageTag,
  options: TranslationOptions,
): ChosenRoute {
  for (const needs of acceptableNeeds(options)) {
    const route = routes.route(source, target, needs);
    if (route !== undefined) {
      return { route, needs, modelType: needs.modelType ?? modelTypeOf(route) };
    }
  }
  if (routes.route(source, target) === undefined) {
    throw TRANSLATION_ERRORS.pairUnsupported({
      message: `Value for 'target_lang' not supported for this 'source_lang'. ${routes.explainMissing({ source, target })}`,
    });
  }
  throw refusal(options, target, (needs) => routes.route(source, target, needs) !== undefined);
}

/** @see spec 1, part 4: `custom_instructions` */
const LANGUAGES_OF_INSTRUCTIONS: ReadonlySet<string> = new Set(
  'de en es fr it ja ko zh'.split(' '),
);

/** Refuses what no source language could be translated with. */
export function checkTarget(
  routes: Routes,
  target: LanguageTag,
  options: TranslationOptions,
): void {
  const { instructions = [] } = options;
  if (instructions.length > 0 && !LANGUAGES_OF_INSTRUCTIONS.has(baseLanguage(target))) {
    throw TRANSLATION_ERRORS.optionUnsupported({
      message: `Target language '${upperCaseCode(target)}' doesn't support custom_instructions.`,
    });
  }
  const isPossible = (needs: RouteNeeds) => routes.sourcesOf(target, needs).length > 0;
  if (!acceptableNeeds(options).some(isPossible)) throw refusal(options, target, isPossible);
}

/** What would do, the best first. */
function acceptableNeeds(options: TranslationOptions): readonly RouteNeeds[] {
  const demanded = demandedFeatures(options);
  return granted(wishedFeatures(options)).flatMap((wishes) =>
    modelChoices(options.modelType).map((modelType) =>
      needsOf([...demanded, ...wishes], modelType),
    ),
  );
}

/** All of the wishes, then fewer; the first ones matter more. */
const granted = (wishes: readonly Feature[]): readonly (readonly Feature[])[] => {
  const [first, ...rest] = wishes;
  if (first === undefined) return [[]];
  const others = granted(rest);
  return [...others.map((some) => [first, ...some]), ...others];
};

/** The context only helps: a text is translated without it where no engine reads it. */
function wishedFeatures({ formality, context }: TranslationOptions): readonly Feature[] {
  const wishes: Feature[] = isWish(formality) ? ['formality'] : [];
  return hasContext(context) ? [...wishes, 'context'] : wishes;
}

const hasContext = (context: string | undefined): boolean =>
  context !== undefined && context !== '';

/** Parameters that have no effect on the way that was chosen, and that callers would not miss otherwise. */
export const ignoredBy = (
  { needs }: ChosenRoute,
  { context }: TranslationOptions,
): readonly string[] =>
  hasContext(context) && !needs.features.includes('context') ? [PARAMETER_OF.context] : [];

function needsOf(features: readonly Feature[], modelType?: ModelType): RouteNeeds {
  if (modelType === undefined) return features.length === 0 ? NO_NEEDS : { features };
  return { features, modelType };
}

function demandedFeatures(options: TranslationOptions): readonly Feature[] {
  const { formality, instructions = [], styleId } = options;
  const demanded: Feature[] = [];
  if (formality === 'more' || formality === 'less') demanded.push('formality');
  if (styleId !== undefined) demanded.push('style');
  if (instructions.length > 0) demanded.push('instructions');
  return demanded;
}

const isWish = (formality: TranslationOptions['formality']): boolean =>
  formality === 'prefer_more' || formality === 'prefer_less';

/** Only `quality_optimized` is a demand: the real service takes the pairs that it has under one type for the other. */
function modelChoices(modelType: TranslationOptions['modelType']): (ModelType | undefined)[] {
  switch (modelType) {
    case 'prefer_quality_optimized':
      return ['quality_optimized', undefined];
    case 'latency_optimized':
      return ['latency_optimized', undefined];
    default:
      return [modelType];
  }
}

function refusal(
  options: TranslationOptions,
  target: LanguageTag,
  isPossible: (needs: RouteNeeds) => boolean,
): Error {
  const [modelType] = modelChoices(options.modelType).slice(-1);
  if (modelType !== undefined && !isPossible({ modelType, features: [] })) {
    return TRANSLATION_ERRORS.optionUnsupported({
      message: `Value '${modelType}' for 'model_type' not supported for this language pair: no engine of that type is available.`,
    });
  }
  const demanded = demandedFeatures(options);
  const [impossible] = demanded.filter((feature) => !isPossible({ features: [feature] }));
  if (impossible === 'formality') {
    return TRANSLATION_ERRORS.optionUnsupported({
      message: `Target language '${upperCaseCode(target)}' doesn't support formality.`,
    });
  }
  const names = (impossible === undefined ? demanded : [impossible]).map(
    (feature) => `'${PARAMETER_OF[feature]}'`,
  );
  if (modelType !== undefined && impossible === undefined) names.push("'model_type'");
  return TRANSLATION_ERRORS.optionUnsupported({
    message:
      names.length === 1
        ? `Parameter ${names[0]} is not supported for this language pair: no available engine can honour it.`
        : `Parameters ${names.join(', ')} are not supported together for this language pair.`,
  });
}
