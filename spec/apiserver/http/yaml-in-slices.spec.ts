import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, NEVER } from 'rxjs';
import type { ApiRequest } from '../../../src/apiserver/http/request.ts';
import { readObject, readPatch } from '../../../src/apiserver/http/read-body.ts';
import { ConcurrencyLimit } from '../../../src/apiserver/http/concurrency-limit.ts';
import { TimeBudget } from '../../../src/apiserver/time-budget.ts';
import { writeRequest } from '../support/write-request.ts';
import { yamlInSlices } from '../../../src/apiserver/http/yaml-in-slices.ts';

const request = (body: string, type = 'application/yaml'): ApiRequest => writeRequest(type, body);
const limit = new ConcurrencyLimit(2, 6);
const lines = (count: number, line = 'value'): string =>
  Array.from({ length: count }, (_, at) => `k${at}: ${line}\n`).join('');
const refusal = (read: () => unknown): string => {
  try {
    return String(read());
  } catch (error) {
    return (error as Error).message;
  }
};

describe('yamlInSlices', () => {
  it.each([5_000, 19_000])(
    'should read a body of %d lines as in one piece, with other work in between',
    async (count) => {
      const given = request(lines(count, 'yes'));
      let turns = 0;
      const counting = setInterval(() => turns++, 0);
      const read = await lastValueFrom(yamlInSlices(given, limit));
      clearInterval(counting);

      const whole = readObject(given) as Readonly<Record<string, unknown>>;
      expect(readObject(read)).toEqual(whole);
      expect(whole['k7']).toBe(true);
      expect(Object.keys(whole)).toHaveLength(count);
      expect(turns).toBeGreaterThan(0);
    },
  );

  it.each([
    [`${lines(5_000)}a: b: c\n`, /^the object provided is unrecognized: .* at line 5001/],
    [lines(80_000), /Request entity too large: the YAML has more than 300000 parts: send it as JSON/],
  ])('should refuse a body that is not an object, as in one piece', async (body, message) => {
    const read = await lastValueFrom(yamlInSlices(request(body), limit));

    expect(refusal(() => readObject(read))).toMatch(message);
    expect(refusal(() => readObject(request(body)))).toBe(refusal(() => readObject(read)));
  });

  it('should read the first document of several, and keep escaped control characters', async () => {
    const given = request(`${lines(5_000)}last: "\\x7f"\n---\na: 1\n`);
    const read = readObject(await lastValueFrom(yamlInSlices(given, limit)));

    expect(read).toMatchObject({ k0: 'value', last: '\u007f' });
    expect(read).toEqual(readObject(given));
  });

  it('should refuse repeated keys of an apply with fieldValidation=Strict', async () => {
    const given = {
      ...request(`${lines(5_000)}k0: again\n`, 'application/apply-patch+yaml'),
      query: new URLSearchParams({ fieldValidation: 'Strict' }),
    };
    const read = await lastValueFrom(yamlInSlices(given, limit));

    expect(refusal(() => readPatch(read, true))).toMatch(/Map keys must be unique at line 5001/);
    expect(refusal(() => readPatch(given, true))).toBe(refusal(() => readPatch(read, true)));
  });

  it('should read an apply', async () => {
    const given = request(lines(5_000), 'application/apply-patch+yaml');
    const read = await lastValueFrom(yamlInSlices(given, limit));

    expect(readPatch(read, true)).toEqual(readPatch(given, true));
  });

  it('should start a long body once a slot is free, and not delay other bodies', async () => {
    const full = new ConcurrencyLimit(1, 2);
    const taken = full.run('client', NEVER).subscribe();
    const results: string[] = [];
    yamlInSlices(request('a: 1'), full).subscribe(() => results.push('short'));
    const long = lastValueFrom(yamlInSlices(request(lines(5_000)), full)).then(() => results.push('long'));
    const time = new TimeBudget().of('another client');
    await lastValueFrom(yamlInSlices({ ...request(lines(5_000)), time }, full));
    expect(results).toEqual(['short']);

    taken.unsubscribe();
    await long;
    expect(results).toEqual(['short', 'long']);
  });

  it('should not change other bodies', async () => {
    for (const given of [request('a: 1'), request(`{"a":"${'x'.repeat(50_000)}"}`, 'application/json')]) {
      expect(await lastValueFrom(yamlInSlices(given, limit))).toBe(given);
    }
  });
});
