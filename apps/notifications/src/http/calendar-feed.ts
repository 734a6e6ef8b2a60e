import type { Request, RequestHandler, Response } from 'express';
import type { CalendarFeeds, FeedEvent } from '../domain/calendar-feeds.js';

/** The secret is in the query, which is in no log. */
export const FEED_PATH = '/api/notifications/calendar.ics';

const MAX_TOKEN = 100;

/** Answers calendar programs, which send no token of auth-server. */
export const calendarFeed =
  (feeds: CalendarFeeds, toIcs: (events: readonly FeedEvent[]) => string): RequestHandler =>
  (request, response, next) => {
    if (request.path !== FEED_PATH || !/^(GET|HEAD)$/.test(request.method)) {
      next();
      return;
    }
    const answer = async (from: Request, to: Response) => {
      const { token } = from.query;
      const isToken = typeof token === 'string' && token.length <= MAX_TOKEN;
      const text = toIcs(await feeds.read(isToken ? token : ''));
      to.set({
        'Cache-Control': 'private, no-cache',
        'Content-Type': 'text/calendar; charset=utf-8',
      });
      to.send(text);
    };
    answer(request, response).catch(next);
  };
