import type { Request, Response } from 'express';
import { ROUTES } from '../../http/routes.js';
import { readBody } from '../interactions/form.middleware.js';

export const isRegistration = (path: string): boolean =>
  path === ROUTES.registration || path.startsWith(`${ROUTES.registration}/`);

/**
 * Reads the JSON of a registration, so that members which are `null`, and a scope that is empty, are as if they were not sent:
 * serializers write them for what a program does not have. What is no JSON is left to the engine, which says so.
 */
export async function readRegistration(request: Request): Promise<void> {
  if (!/^(?:POST|PUT)$/.test(request.method) || request.is('application/json') === false) return;
  const text = (await readBody(request)).toString('utf8');
  request.body = parsed(text) ?? text;
}

const isSent = ([name, value]: [string, unknown]): boolean =>
  value !== null && !(name === 'scope' && value === '');

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(Object.entries(value).filter(isSent));
  } catch {
    return undefined; // the engine parses it again, and refuses it
  }
}

/**
 * Pages register clients too, such as MCP Inspector in a browser: nothing here depends on cookies, so every origin may
 * (Fetch Standard, "CORS protocol").
 *
 * @returns whether the request is answered
 */
export function answersPreflight(request: Request, response: Response): boolean {
  if (request.headers.origin === undefined) return false;
  response.set('Access-Control-Allow-Origin', '*');
  if (request.method !== 'OPTIONS') return false;
  const headers = request.headers['access-control-request-headers'];
  response.set('Access-Control-Allow-Methods', 'POST, GET, PUT, DELETE');
  if (headers !== undefined) response.set('Access-Control-Allow-Headers', headers);
  response.set('Access-Control-Max-Age', '3600').status(204).end();
  return true;
}
