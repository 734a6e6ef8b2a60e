import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { RateLimiter } from '@sextant/platform-security/rate-limit';
import type { Request, RequestHandler, Response } from 'express';
import type { CalendarFeeds } from './calendar-feeds.js';
import type { FeedEvent } from './calendar-feed-store.js';

/** The secret is in the query, which is in no log. */
export const FEED_PATH = '/api/notifications/calendar.ics';

/** Of one feed: programs look once an hour, and it is much work. */
export const FEED_LIMIT = { name: 'calendar', limit: 10, windowSeconds: 60 } as const;

const MAX_TOKEN = 100;

export interface CalendarFeedUses {
  readonly feeds: CalendarFeeds;
  readonly toIcs: (events: readonly FeedEvent[]) => string;
  readonly limiter: RateLimiter;
}

/** Answers calendar programs, which send no token of auth-server. */
export const calendarFeed =
  (uses: CalendarFeedUses): RequestHandler =>
  (request, response, next) => {
    if (request.path !== FEED_PATH || !/^(GET|HEAD)$/.test(request.method)) next();
    else answer(request, response, uses).catch(next);
  };

async function answer(
  request: Request,
  response: Response,
  { feeds, toIcs, limiter }: CalendarFeedUses,
): Promise<void> {
  const { token } = request.query;
  const isToken = typeof token === 'string' && token.length <= MAX_TOKEN;
  const feed = await feeds.find(isToken ? token : '');
  const { allowed, resetMs } = await limiter.consume(feed.user);
  if (!allowed) {
    response.setHeader('Retry-After', String(Math.max(1, Math.ceil(resetMs / 1000))));
    throw HTTP_PROBLEMS.tooManyRequests();
  }
  const text = toIcs(await feeds.events(feed));
  response.set({
    'Cache-Control': 'private, no-cache',
    'Content-Type': 'text/calendar; charset=utf-8',
  });
  response.send(text);
}
