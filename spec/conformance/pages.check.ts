import { describe, expect } from '@jest/globals';
import { namesIn, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, remove, withQuery } from './support/client.ts';
import { atVersion, pages, sameVersion } from './support/pages.ts';
import { refusal } from './support/refusals.ts';
import { configMap, created, done, fixtures, createTestNamespace } from './support/test-namespace.ts';
import { forgotten, isAfter } from './support/versions.ts';

describe('pages', () => {
  check('P13', 'continue tokens lead through all pages of one snapshot', async () => {
    const { configMaps } = await createTestNamespace();
    const whole = namesIn(done(await get(configMaps)));

    const all = await pages(configMaps, { limit: '2' });

    expect(all[0]?.items).toHaveLength(2);
    expect(all[0]?.metadata.continue).toMatch(/./);
    expect(all[0]?.metadata.remainingItemCount).toBe(whole.length - 2);
    expect(sameVersion(all)).toBe(true);
    expect(all.at(-1)?.metadata).not.toHaveProperty('continue');
    expect(all.flatMap(namesIn)).toEqual(whole);
  });

  check('P14', 'later pages have the state of the first page', async () => {
    const { configMaps } = await createTestNamespace();
    const first = done(await get(`${configMaps}?limit=2`));
    await created(configMaps, configMap('a0'));
    await created(configMaps, configMap('c3-later'));
    await remove(`${configMaps}/c4`);

    const later = await pages(configMaps, { limit: '2', continue: first.metadata.continue });

    const names = later.flatMap(namesIn);
    expect(names.filter((name) => name.startsWith('c'))).toEqual(
      fixtures.filter((name) => !namesIn(first).includes(name)),
    );
    expect(names).not.toContain('a0');
    expect(sameVersion([first, ...later])).toBe(true);
  });

  check('P15', 'version 0 ignores the limit', async () => {
    const { configMaps } = await createTestNamespace();

    const { status, body } = await get(`${configMaps}?limit=2&resourceVersion=0`);

    expect(status).toBe(200);
    expect(namesIn(body)).toEqual(expect.arrayContaining([...fixtures]));
    expect(body.metadata).not.toHaveProperty('continue');
  });

  check('P16', 'a version with a limit is exact', async () => {
    const { configMaps } = await createTestNamespace();
    const before = versionOf(done(await get(configMaps)));
    await created(configMaps, configMap('a0'));

    const { status, body } = await get(`${configMaps}?limit=2&resourceVersion=${before}`);

    expect(status).toBe(200);
    expect(versionOf(body)).toBe(before);
    expect(namesIn(body)).not.toContain('a0');
  });

  check('P17', 'a page with a selector has no count of the remaining objects', async () => {
    const { configMaps } = await createTestNamespace();

    const { status, body } = await get(withQuery(configMaps, { limit: '2', labelSelector: 'par=odd' }));

    expect(status).toBe(200);
    expect(namesIn(body)).toEqual(['c1', 'c3']);
    expect(body.metadata.continue).toMatch(/./);
    expect(body.metadata).not.toHaveProperty('remainingItemCount');
  });

  check('P18', 'a token with a version is refused', async () => {
    const { configMaps } = await createTestNamespace();
    const { metadata } = done(await get(`${configMaps}?limit=2`));

    expect(
      await get(
        `${configMaps}?limit=2&continue=${metadata.continue}&resourceVersion=${metadata.resourceVersion}`,
      ),
    ).toMatchObject(
      refusal(400, 'BadRequest', {
        message: 'specifying resource version is not allowed when using continue',
      }),
    );
  });

  check('P19', 'a token with a match is refused, for two reasons', async () => {
    const { configMaps } = await createTestNamespace();
    const { metadata } = done(await get(`${configMaps}?limit=2`));

    const answer = await get(
      `${configMaps}?limit=2&continue=${metadata.continue}&resourceVersionMatch=Exact`,
    );

    expect(answer).toMatchObject(refusal(422, 'Invalid'));
    expect(answer.body.details.causes.map(({ reason }) => reason)).toEqual([
      'FieldValueForbidden',
      'FieldValueForbidden',
    ]);
  });

  check('P20', 'an invalid token is refused', async () => {
    const { configMaps } = await createTestNamespace();

    const answer = await get(`${configMaps}?continue=garbage`);

    expect(answer).toMatchObject(refusal(400, 'BadRequest', { message: 'invalid continue token' }));
  });

  check(
    'P21',
    'a token of a compacted version answers 410, with a token that continues',
    async () => {
      const { configMaps } = await createTestNamespace();
      const first = done(await get(`${configMaps}?limit=2`));
      const expired = atVersion(first.metadata.continue, forgotten[1]);

      const answer = await get(withQuery(configMaps, { limit: '2', continue: expired }));

      expect(answer).toMatchObject(refusal(410, 'Expired'));
      const resumed = await get(
        withQuery(configMaps, { limit: '2', continue: answer.body.metadata.continue }),
      );
      expect(resumed.status).toBe(200);
      expect(isAfter(versionOf(resumed.body), forgotten[1])).toBe(true);
      expect(namesIn(resumed.body)[0]).toBe(namesIn(done(await get(configMaps)))[2]);
    },
    { needs: 'compact' },
  );
});
