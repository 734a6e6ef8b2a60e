import type { RequestHandler } from 'express';

/**
 * Several handlers as one: Express matches the path anew for each that it knows, which costs more
 * than most of them do.
 */
export const inTurn =
  (handlers: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    const step = (index: number): void => {
      const handler = handlers[index];
      if (handler === undefined) {
        next();
        return;
      }
      try {
        const result: unknown = handler(request, response, (error?: unknown) => {
          if (error === undefined || error === null) step(index + 1);
          else next(error);
        });
        if (result instanceof Promise) result.catch(next);
      } catch (error) {
        next(error);
      }
    };
    step(0);
  };
