import { describe, expect, it } from '@jest/globals';
import { NEVER } from 'rxjs';
import { OptionsError } from 'rx-informer';
import { failEveryNth, fakeControllerSource } from 'rx-informer/testing';
import { events, scene } from './answers.ts';

/** Returns the error message of each request. The message is empty if the request succeeds. */
function outcomes(make: () => ReturnType<typeof failEveryNth>, verbs: string): readonly string[] {
  const bad = make()(fakeControllerSource());
  return Array.from(verbs, (verb) => {
    let outcome = 'fine';
    const observer = { error: ({ name }: Error) => (outcome = name) };
    if (verb === 'l') bad.list().subscribe(observer);
    else bad.watch().subscribe(observer).unsubscribe();
    return outcome;
  });
}

describe('failEveryNth', () => {
  it('should fail each n-th request, and pass the others', () => {
    expect(outcomes(() => failEveryNth(2), 'lwlwl')).toEqual([
      'fine',
      'ConnectionError',
      'fine',
      'ConnectionError',
      'fine',
    ]);
  });

  it('should count only requests of one kind', () => {
    expect(outcomes(() => failEveryNth(2, { on: 'watch', status: 503 }), 'wlwlww')).toEqual([
      'fine',
      'fine',
      'StatusError',
      'fine',
      'fine',
      'StatusError',
    ]);
    expect(outcomes(() => failEveryNth(1, { on: 'list' }), 'wll')).toEqual([
      'fine',
      'ConnectionError',
      'ConnectionError',
    ]);
  });

  it.each(['|', '-', '#', '-a-#'])('should not change the other requests: %s', (diagram) => {
    scene(({ watch, helpers: { expectObservable } }) => {
      expectObservable(watch(diagram, failEveryNth(2))).toBe(diagram, events, new Error('of the watch'));
      expectObservable(watch('-a-b', failEveryNth(2)), '^-!').toBe('-a', events);
    });
  });

  it('should print as its call', () => {
    expect(failEveryNth(3).code).toBe('failEveryNth(3)');
    expect(failEveryNth(3, { on: 'list' }).code).toBe("failEveryNth(3, { on: 'list' })");
  });

  it('should refuse invalid arguments', () => {
    expect(() => failEveryNth(0)).toThrow('failEveryNth: n must be a whole number, 1 or more, not 0');
    expect(() => failEveryNth(1, { status: 200 })).toThrow(OptionsError);
    expect(() => failEveryNth(1, { nth: 2 } as never)).toThrow(OptionsError);
    expect(() => failEveryNth(1)({ watch: () => NEVER } as never)).toThrow(OptionsError);
  });
});
