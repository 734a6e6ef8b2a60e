import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { errors, Provider, type Client } from 'oidc-provider';
import { fetchedClient } from './client-documents.js';

const CLIENT = { clientId: 'https://agent.example.org/client.json' } as Client;
const away = (): Promise<never> => Promise.reject(new errors.InvalidClient('it is away'));

const within = (route: string | undefined): void => {
  const context = route === undefined ? undefined : { oidc: { route } };
  jest.spyOn(Provider, 'ctx', 'get').mockReturnValue(context as never);
};

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a client that another site has to be asked about', () => {
  it.each([
    ['that is there', () => Promise.resolve(CLIENT), CLIENT],
    ['that is away', away, undefined],
  ])('is asked about once by a sign-out: one %s', async (_state, answer, expected) => {
    within('end_session_confirm');
    const find = jest.fn(answer);

    expect(await fetchedClient(CLIENT.clientId, find)).toBe(expected);
    expect(await fetchedClient(CLIENT.clientId, find)).toBe(expected);
    expect(find).toHaveBeenCalledTimes(1);
    await fetchedClient('https://other.example.org/client.json', find);
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('is unknown to our own doors while it is away, and told to clients', async () => {
    within(undefined);
    expect(await fetchedClient(CLIENT.clientId, away)).toBeUndefined();

    within('token');
    await expect(fetchedClient(CLIENT.clientId, away)).rejects.toBeInstanceOf(errors.InvalidClient);
  });

  it('hides no failure of ours', async () => {
    within('end_session');
    const broken = () => Promise.reject(new Error('the database is away'));

    await expect(fetchedClient(CLIENT.clientId, broken)).rejects.toThrow('database');
  });
});
