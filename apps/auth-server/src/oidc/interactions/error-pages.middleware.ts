import { toProblem } from '@sextant/platform-http/errors';
import type { Request, RequestHandler, Response } from 'express';
import type { Engine } from '../engine/engine.js';
import { protectPage } from '../../pages/headers.js';
import { engineProblem } from './interactions.handler.js';
import { isAccountPage, isInteractionPath, isPage } from '../../http/routes.js';
import { languageAgain, waysOn } from './start-again.request.js';
import { lookOf } from '../engine/page-sources.js';
import { problemText } from '../../pages/problem-text.js';
import { errorPage } from '../../pages/other-pages.js';

/**
 * Answers people with a page where one of the handlers before the engine refuses: whoever signs in
 * too often, or with a form that is too large, sits in front of a browser.
 */
export const withErrorPages =
  (engine: Engine, handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    handler(request, response, (error?: unknown) => {
      if (error === undefined || !isPerson(request) || response.headersSent) next(error);
      else answerPerson(engine, error, { request, response });
    });

const isPerson = (request: Request): boolean =>
  (isPage(request.path) || isInteractionPath(request.path) || isAccountPage(request.path)) &&
  request.accepts(['json', 'html']) === 'html';

function answerPerson(
  engine: Engine,
  error: unknown,
  { request, response }: { readonly request: Request; readonly response: Response },
): void {
  const { unavailable, logger } = engine.uses;
  const problem = toProblem(error, (known) => unavailable(known) ?? engineProblem(known));
  const fields = { code: problem.code, status: problem.status };
  if (problem.status >= 500) logger.error('page.failed', { ...fields, err: problem.cause });
  protectPage(response);
  const asked = languageAgain(request);
  const look = lookOf(engine.uses, request, asked === undefined ? {} : { asked });
  const ways = isInteractionPath(request.path) ? waysOn(request) : undefined;
  const view = { error: problem.code, description: problemText(look, problem), ways };
  const text = errorPage(look, view);
  response.status(problem.status).set(problem.headers).type('html').send(text);
}
