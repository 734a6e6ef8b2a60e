import { ApiError, createApi, type Api } from '@sextant/web/api';
import type { SignIn } from '@sextant/web/session';

/** A chain that the service is configured for. */
export interface Chain {
  readonly id: number;
  readonly ipnft: string;
  readonly tokenizer: string;
  readonly hasDevelopmentWallet: boolean;
}

/** Asks GraphQL one operation, whose field is called `result`. Refusals are errors. */
export type Ask = <Result>(
  document: string,
  variables: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
) => Promise<Result>;

/** The ways to the service. */
export interface Service {
  readonly ask: Ask;
  readonly api: Api;
}

interface Outcome {
  readonly isSuccess: boolean;
  readonly error: { readonly code: string; readonly message: string } | null;
}

interface Body<Result> {
  readonly data?: { readonly result: Result & Outcome };
  readonly errors?: readonly { readonly message: string }[];
}

export function serviceOf({ token, renew }: SignIn): Service {
  const api = createApi({ base: '', token, renew });
  const ask: Ask = async <Result>(...[query, variables, signal]: Parameters<Ask>) => {
    const { body, status } = await api<Body<Result>>('/graphql', {
      method: 'POST',
      body: { query, variables },
      ...(signal === undefined ? {} : { signal }),
    });
    const result = body.data?.result;
    if (result?.isSuccess === true) return result;
    throw refusalOf(body, status);
  };
  return { ask, api };
}

function refusalOf({ data, errors = [] }: Body<unknown>, status: number): ApiError {
  const { code = 'http_200', message = errors[0]?.message ?? 'No result.' } =
    data?.result.error ?? {};
  return new ApiError({ status, code, message });
}

/** What every operation is asked for beside its own fields. */
export const OUTCOME = 'isSuccess error { code message }';

/** Where content is read: it has no key. */
export const contentUrl = (cid: string): string => `/ipfs/${cid}`;

/** The CID of `ipfs://<cid>`. */
export const cidOf = (uri: string): string => uri.replace('ipfs://', '');
