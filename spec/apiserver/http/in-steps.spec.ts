import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { lastValueFrom, NEVER } from 'rxjs';
import { ConcurrencyLimit } from '../../../src/apiserver/http/concurrency-limit.ts';
import { inSteps } from '../../../src/apiserver/http/in-steps.ts';
import { TimeBudget } from '../../../src/apiserver/time-budget.ts';
import type { ApiRequest } from '../../../src/apiserver/http/request.ts';

const request: ApiRequest = { method: 'GET', path: '/', query: new URLSearchParams(), headers: {}, body: '' };

/** Works for 100 ms in steps of 2 ms. Without a pause, the server may work only for a small part of this time. */
function* steps(): Generator<void, string> {
  for (let step = 0; step < 50; step++) {
    const end = Date.now() + 2;
    while (Date.now() < end);
    yield;
  }
  return 'done';
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('inSteps', () => {
  it('should yield to the event loop between the steps for a request from a socket', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const result = await lastValueFrom(inSteps({ ...request, time: new TimeBudget().of('client') }, steps));
    clearInterval(counting);

    expect(result).toBe('done');
    expect(turns).toBeGreaterThan(0);
  });

  it('should finish synchronously in this process', () => {
    const results: string[] = [];
    inSteps(request, steps).subscribe((result) => results.push(result));

    expect(results).toEqual(['done']);
  });

  it('should start limited work once a slot is free, but synchronously in this process', () => {
    jest.spyOn(performance, 'now').mockReturnValue(0); // the clock stands still, so that no time limit expires
    const full = new ConcurrencyLimit(1, 1);
    const taken = full.run('client', NEVER).subscribe();
    const results: string[] = [];
    const begun: string[] = [];
    const short = (name: string) =>
      function* (): Generator<void, string> {
        begun.push(name);
        yield;
        return name;
      };
    const time = new TimeBudget().of('client');
    inSteps({ ...request, time }, short('limited'), full).subscribe((result) => results.push(result));
    inSteps({ ...request, time }, short('unlimited')).subscribe((result) => results.push(result));
    inSteps(request, short('in this process'), full).subscribe((result) => results.push(result));
    expect(results).toEqual(['unlimited', 'in this process']);
    expect(begun).toEqual(results);

    taken.unsubscribe();
    expect(results).toEqual(['unlimited', 'in this process', 'limited']);
  });

  it('should emit an error that a step throws', async () => {
    const failing = function* (): Generator<void, string> {
      yield;
      throw new Error('refused');
    };

    await expect(lastValueFrom(inSteps(request, failing))).rejects.toThrow('refused');
    await expect(
      lastValueFrom(inSteps({ ...request, time: new TimeBudget().of('client') }, failing)),
    ).rejects.toThrow('refused');
  });
});
