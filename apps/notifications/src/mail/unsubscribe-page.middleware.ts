import type { Request, RequestHandler, Response } from 'express';
import type { Unsubscriptions } from './unsubscriptions.js';

const PATH = /^\/api\/notifications\/unsubscribe\/?$/i;

interface Words {
  readonly title: string;
  readonly ask: string;
  readonly stop: string;
  readonly done: string;
  readonly invalid: string;
}

const WORDS = {
  en: {
    title: 'E-mail',
    ask: 'No more mails of this kind?',
    stop: 'Stop them',
    done: 'You get no more mails of this kind. Your inbox has them all the same.',
    invalid: 'This link is not complete. Your notification settings have the same switches.',
  },
  es: {
    title: 'Correo',
    ask: '¿No recibir más correos de este tipo?',
    stop: 'No recibir más',
    done: 'Ya no recibirás correos de este tipo. Siguen en tu bandeja.',
    invalid: 'Este enlace no está completo. En tu configuración hay los mismos interruptores.',
  },
  de: {
    title: 'E-Mail',
    ask: 'Keine E-Mails dieser Art mehr?',
    stop: 'Keine mehr',
    done: 'Es kommen keine E-Mails dieser Art mehr. Im Posteingang stehen sie weiter.',
    invalid: 'Dieser Link ist nicht vollständig. In den Einstellungen stehen dieselben Schalter.',
  },
} satisfies Record<string, Words>;

/**
 * Ends mails of a kind, without a sign-in. Reading the link changes nothing, as programs read links in mails; only
 * POST does (RFC 8058, section 3.2).
 */
export const unsubscribePage =
  (unsubscriptions: Unsubscriptions): RequestHandler =>
  (request, response, next) => {
    if (!PATH.test(request.path)) {
      next();
      return;
    }
    answer(request, response, unsubscriptions).catch(next);
  };

async function answer(
  request: Request,
  response: Response,
  unsubscriptions: Unsubscriptions,
): Promise<void> {
  const language = request.acceptsLanguages(Object.keys(WORDS)) || 'en';
  const words = WORDS[language as keyof typeof WORDS];
  const { token } = request.query;
  const given = typeof token === 'string' ? token : '';
  response.setHeader('Cache-Control', 'no-store');
  response.type('html');
  if (unsubscriptions.read(given) === undefined) {
    response.status(400).send(pageOf(language, words, `<p>${words.invalid}</p>`));
    return;
  }
  if (request.method === 'POST') {
    await unsubscriptions.stop(given);
    response.send(pageOf(language, words, `<p>${words.done}</p>`));
    return;
  }
  if (request.method !== 'GET') {
    response.setHeader('Allow', 'GET, POST');
    response.status(405).send(pageOf(language, words, ''));
    return;
  }
  // The form goes to the address of the page itself, with its token.
  const form = `<p>${words.ask}</p><form method="post"><button>${words.stop}</button></form>`;
  response.send(pageOf(language, words, form));
}

const pageOf = (language: string, { title }: Words, content: string): string => `<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`;
