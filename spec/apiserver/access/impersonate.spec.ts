import { expect, it } from '@jest/globals';
import { CM, throughBothDoors } from '../support/in-process-and-over-http.ts';

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

throughBothDoors('impersonated groups', (setUp) => {
  it('should allow at most 1,000 groups and extra values together', async () => {
    const { client } = await setUp({ tokens: { root: 'root' } });
    const codeOf = async (groups: number, extra = 0): Promise<number> => {
      const headers = {
        ...as('root').headers,
        'impersonate-user': 'alice',
        'impersonate-group': ['system:masters', ...Array<string>(groups - 1).fill('a')].join(),
        'impersonate-extra-x': Array<string>(extra).fill('b').join(),
      };
      return (await client.request('GET', CM, { headers })).code;
    };

    expect(await codeOf(1_000)).toBe(200);
    expect(await codeOf(500, 500)).toBe(200);
    expect(await codeOf(1_001)).toBe(431);
    expect(await codeOf(500, 501)).toBe(431);
    expect(await codeOf(200_000)).toBe(431);
  });

  it('should authorize each group and value once, for any number of checks of the request', async () => {
    const asked: string[] = [];
    const { client } = await setUp({
      tokens: { root: 'root' },
      authorize: ({ verb, name = '' }) => {
        if (verb === 'impersonate') asked.push(name);
        return true;
      },
    });
    const headers = {
      ...as('root').headers,
      'impersonate-user': 'alice',
      'impersonate-group': 'a,b,a,b,a',
      'impersonate-extra-x': 'c,c,c',
    };

    expect((await client.request('GET', CM, { headers })).code).toBe(200);
    expect(asked).toEqual(['alice', 'a', 'b', 'c']);
  });
});
