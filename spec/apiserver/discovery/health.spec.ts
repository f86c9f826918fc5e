import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../support/in-process-and-over-http.ts';

throughBothDoors('health', (setUp) => {
  it.each(['healthz', 'livez', 'readyz'])('should list the checks of /%s (P115)', async (question) => {
    const { client } = await setUp();

    const { body } = await client.request('GET', `/${question}?verbose`);

    const lines = String(body).split('\n');
    const names = lines.filter((line) => line.startsWith('[+]')).map((line) => line.slice(3, -3));
    expect(lines.slice(-2)).toEqual([`${question} check passed`, '']);
    expect(names).toEqual(expect.arrayContaining(['ping', 'etcd', 'poststarthook/rbac/bootstrap-roles']));
    for (const name of names) {
      expect(await client.request('GET', `/${question}/${name}`)).toMatchObject({ code: 200, body: 'ok' });
    }
  });

  it('should omit excluded checks', async () => {
    const { client } = await setUp();

    const { body } = await client.request('GET', '/livez?verbose&exclude=etcd');

    expect(body).toContain('\n[+]etcd excluded: ok\n');
    expect((await client.request('GET', '/livez?verbose&exclude=none')).body).toContain(
      '\nwarn: some health checks cannot be excluded: no matches for "none"\n',
    );
    expect((await client.request('GET', '/livez?exclude=etcd')).body).toBe('ok');
  });

  it.each(['/livez/none', '/livez/shutdown', '/livez/', '/livezz'])('should not serve %s', async (path) => {
    const { client } = await setUp();

    expect((await client.request('GET', path)).code).toBe(404);
  });
});
