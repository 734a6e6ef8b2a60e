import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HTTP_PROBLEMS } from '../errors/index.js';
import type { Request, RequestHandler, Response } from 'express';
import { IssuerMetadata } from './issuer-metadata.js';
import { PageDocument } from './page-document.js';
import { pagePolicy, type PagePolicy } from './page-policy.js';
import { sendFileOf } from './send-file.js';

export interface WebPage {
  /** The folder that Vite has filled: `index.html`, other documents, `assets/`. */
  readonly folder: URL;
  /** Where people find the page, such as `/api/notifications/inbox`; below it the page finds its own way. */
  readonly path: string;
  /** Where its files are, as Vite was told; `path` if absent. */
  readonly files?: string;
  /** The document of the page, where the folder has several; `index.html` if absent. */
  readonly document?: string;
  /** What the page is told by the service; it finds it as data in its document. Nothing secret. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Where people sign in, and as whose public client: the page may call it, and is told this, its own path and the issuer's metadata. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string };
  readonly policy?: PagePolicy;
  /** Further headers of single files, by name. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether a request for a document means the page: a path may have other answers for programs. */
  readonly isMeant?: (request: Request) => boolean;
}

/** For files whose names change with their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, but asked about each time; the answer is 304 then. */
const REVALIDATED = 'no-cache';
/** A last part with a dot names a file, which is there or not. */
const NAMES_FILE = /\.[^/]*$/;

/**
 * Serves a page that the service brings itself. Files that Vite has named after their content are kept
 * for a year, documents are asked for each time; both go out as they were compressed at build time or
 * start, with ETag. Unknown files are 404; other paths below the page's own are the page.
 *
 * @throws {Error} when the page was not built
 */
export function serveWeb(page: WebPage): RequestHandler {
  const folder = fileURLToPath(page.folder);
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error(
      `The page of ${page.path} is not built (${folder}). Run: npx nx run-many -t build`,
    );
  }
  const files = filesOf(folder);
  const documents = documentsOf(folder, files, page);
  const policy = pagePolicy(policyOf(page));
  const answer = answerOf(page, { folder, files, documents });
  return (request, response, next) => {
    const found = /^(GET|HEAD)$/.test(request.method) ? answer(request) : undefined;
    if (found === undefined) {
      next();
      return;
    }
    // What logs and metrics call it: names of files would make endless metrics.
    Object.assign(request, { route: { path: found.route } });
    response.set('Content-Security-Policy', policy).set('X-Frame-Options', 'SAMEORIGIN');
    response.set(found.headers);
    found.send(request, response).catch(next);
  };
}

function policyOf({ policy = {}, signIn }: WebPage): PagePolicy {
  if (signIn === undefined) return policy;
  return { ...policy, origins: [new URL(signIn.issuer).origin, ...(policy.origins ?? [])] };
}

interface Built {
  readonly folder: string;
  readonly files: ReadonlySet<string>;
  readonly documents: ReadonlyMap<string, PageDocument>;
}

interface Answer {
  readonly route: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly send: (request: Request, response: Response) => Promise<void>;
}

const answerOf =
  (page: WebPage, { folder, files, documents }: Built) =>
  (request: Request): Answer | undefined => {
    const name = nameOf(request.path, page, files);
    if (name === undefined) return undefined;
    const headers = page.headers?.[name] ?? {};
    const document = documents.get(name);
    if (document === undefined) {
      const route = `${page.files ?? page.path}/*file`;
      return { route, headers, send: (from, to) => sendFile({ name, folder, files }, from, to) };
    }
    if (page.isMeant?.(request) === false) return undefined;
    return { route: page.path, headers, send: (from, to) => sendDocument(document, from, to) };
  };

/** Everything in the folder, by its name from there with `/`. */
const filesOf = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name).slice(folder.length).replaceAll('\\', '/'),
      ),
  );

/** @returns the name of what is asked for, which may not exist; `undefined` when it is not the page's */
function nameOf(
  path: string,
  { path: own, files: filesPath = own, document = 'index.html' }: WebPage,
  files: ReadonlySet<string>,
): string | undefined {
  if (path === own) return document;
  const file = below(path, filesPath);
  if (file !== undefined && (NAMES_FILE.test(file) || files.has(file))) return file;
  // At `/` the page has no paths below it: they belong to others.
  const rest = own === '/' ? undefined : below(path, own);
  return rest === undefined ? undefined : (otherDocument(rest, files) ?? document);
}

/** Such as the one for the hidden frame of a sign-in. */
const otherDocument = (name: string, files: ReadonlySet<string>): string | undefined =>
  name.endsWith('.html') && files.has(name) ? name : undefined;

const below = (path: string, folder: string): string | undefined =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;

const documentsOf = (
  folder: string,
  files: ReadonlySet<string>,
  { settings = {}, signIn, path }: WebPage,
): ReadonlyMap<string, PageDocument> => {
  const issuer = signIn === undefined ? undefined : new IssuerMetadata(signIn.issuer);
  const told = signIn === undefined ? settings : { ...signIn, path, ...settings };
  return new Map(
    [...files]
      .filter((name) => name.endsWith('.html'))
      .map((name) => {
        const template = readFileSync(join(folder, name), 'utf8');
        return [name, new PageDocument(template, told, issuer)];
      }),
  );
};

type Encoding = 'br' | 'gzip';

/** The better one of those that the caller takes; `undefined` for neither. */
function encodingOf(request: Request): Encoding | undefined {
  const chosen = request.acceptsEncodings('br', 'gzip');
  return chosen === false || !/^(br|gzip)$/.test(chosen) ? undefined : (chosen as Encoding);
}

async function sendDocument(page: PageDocument, request: Request, response: Response) {
  const document = page.current();
  response.set({
    'Cache-Control': REVALIDATED,
    ETag: document.etag,
    Vary: 'Accept, Accept-Encoding',
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const encoding = encodingOf(request);
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  const body = encoding === undefined ? document.html : (await document.compressed())[encoding];
  response.type('html').send(body);
}

interface Wanted extends Pick<Built, 'folder' | 'files'> {
  readonly name: string;
}

const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** @throws {Problem} `not_found` */
async function sendFile(
  { name, folder, files }: Wanted,
  request: Request,
  response: Response,
): Promise<void> {
  if (!files.has(name)) throw HTTP_PROBLEMS.notFound();
  const encoding = encodingOf(request);
  const compressed = encoding === undefined ? name : name + EXTENSIONS[encoding];
  const isCompressed = encoding !== undefined && files.has(compressed);
  response.type(extname(name)).vary('Accept-Encoding');
  if (isCompressed) response.set('Content-Encoding', encoding);
  response.set('Cache-Control', name.startsWith('assets/') ? IMMUTABLE : REVALIDATED);
  const file = isCompressed ? compressed : name;
  // Express refuses hidden folders in the path of a file, and not in `root`.
  await sendFileOf(response, file, { root: folder, cacheControl: false });
}
