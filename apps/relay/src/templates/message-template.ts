import {
  fixed,
  leftOutFunctions,
  parse,
  relayFunctions,
  sprigFunctions,
  type FunctionMap,
  type RelayFunctionOptions,
} from '@sextant/go-template';
import { escapeCommonMark, escapeGoogleChat, escapeMarkdownV2, escapeMrkdwn } from './escape.js';

/** Renders a view of an event. @throws {TemplateError} with Go's text */
export type Render = (view: unknown) => string;

export interface MessageTemplate {
  /** The names that the root may be defined under; the first one is used in errors. */
  readonly names: readonly [string, ...string[]];
  readonly text: string;
  readonly functions: RelayFunctionOptions;
  /** Told of functions that the template names and that only the upstream tool has. */
  readonly onLeftOut?: (names: readonly string[]) => void;
}

/** Bounds of one rendering: a template that loops costs milliseconds, not the service. */
const LIMITS = { steps: 300_000, depth: 200, output: 1024 * 1024 };

/**
 * Compiles a template that either is the message or defines it, under the name that the specification
 * gives it or under the older one.
 *
 * @throws {ParseError} with Go's text
 * @throws {Error} when it defines templates of other names and says nothing itself: each message would be blank
 */
export function messageTemplate({ names, text, functions, onLeftOut }: MessageTemplate): Render {
  const [root] = names;
  const offered = functionMap(functions);
  const leftOut = leftOutFunctions(offered);
  const template = parse(root, text, { functions: { ...leftOut, ...offered }, limits: LIMITS });
  const missed = template.functionNames.filter((name) => Object.hasOwn(leftOut, name));
  if (missed.length > 0) onLeftOut?.(missed);
  const message = names.find((name) => template.hasContent(name)) ?? root;
  const others = template.templateNames.filter((name) => name !== root);
  if (!template.hasContent(message) && others.some((name) => !names.includes(name))) {
    throw new Error(`it defines ${others.join(', ')} and not ${root}`);
  }
  return (view) => template.executeTemplate(message, view);
}

function functionMap(options: RelayFunctionOptions): FunctionMap {
  const relay = relayFunctions(options);
  return {
    ...sprigFunctions,
    ...relay,
    ...(relay['getEnv'] === undefined ? {} : { env: relay['getEnv'] }),
    markdownEscape: fixed(['string'], ([text]) => escapeMarkdownV2(text)),
    mrkdwnEscape: fixed(['string'], ([text]) => escapeMrkdwn(text)),
    commonmarkEscape: fixed(['string'], ([text]) => escapeCommonMark(text)),
    googleChatEscape: fixed(['string'], ([text]) => escapeGoogleChat(text)),
  };
}
