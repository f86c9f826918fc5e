import { expect, it } from '@jest/globals';
import { EMPTY, NEVER } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import {
  type KubeObject,
  type ListOptions,
  type ListPage,
  OptionsError,
  type WatchEvent,
  type WatchOptions,
} from 'rx-informer';
import { type Fault, type FaultPosition, kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../../support/marbles.ts';

const at = (key: string, resourceVersion: string): KubeObject =>
  kubeObject(key, { metadata: { resourceVersion } });
const page = (resourceVersion: string, ...items: readonly KubeObject[]): ListPage<KubeObject> => ({
  items,
  resourceVersion,
});

/** The watch events and list pages in these specs, by the letters of marble diagrams. */
export const events = {
  a: { type: 'ADDED', object: at('a', '1') },
  b: { type: 'ADDED', object: at('b', '2') },
  A: { type: 'MODIFIED', object: at('a', '3') },
  d: { type: 'DELETED', object: at('b', '4') },
  k: { type: 'BOOKMARK', resourceVersion: '4' },
} as const satisfies Record<string, WatchEvent<KubeObject>>;
export const pages = {
  p: page('9', at('a', '1'), at('b', '2')),
  q: page('9', at('c', '3')),
} as const;

/** Applies a fault to a source. The source answers each list or each watch with one marble diagram. */
export interface Scene {
  readonly helpers: RunHelpers;
  readonly watch: (diagram: string, fault: Fault, options?: WatchOptions) => ReturnType<typeof watchOf>;
  readonly list: (diagram: string, fault: Fault, options?: ListOptions) => ReturnType<typeof listOf>;
}

const source = (helpers: RunHelpers, list: string, watch: string) =>
  scriptedListerWatcher<KubeObject>({
    list: [helpers.cold(list, pages, listError)],
    watch: [helpers.cold(watch, events, watchError)],
  });
const watchOf = (helpers: RunHelpers, diagram: string, fault: Fault, options?: WatchOptions) =>
  fault(source(helpers, '|', diagram)).watch(options);
const listOf = (helpers: RunHelpers, diagram: string, fault: Fault, options?: ListOptions) =>
  fault(source(helpers, diagram, '|')).list(options);
const listError = new Error('of the list');
const watchError = new Error('of the watch');

/** Runs a test with faults in virtual time. */
export function scene(play: (scene: Scene) => void): void {
  marbles().run((helpers) =>
    play({
      helpers,
      watch: (...given) => watchOf(helpers, ...given),
      list: (...given) => listOf(helpers, ...given),
    }),
  );
}

/**
 * Defines tests for a fault that comes after 2 values. If the response ends earlier, or the subscriber unsubscribes
 * earlier, the fault must have no effect.
 */
export function itLeavesTheRestAlone(make: (position: FaultPosition) => Fault): void {
  const fault = make({ after: 2 });

  it.each(['|', '-', '#', '-a-|', '-a-#', 'a--'])(
    'should not affect a watch that ended before it: %s',
    (diagram) => {
      scene(({ watch, helpers: { expectObservable } }) => {
        expectObservable(watch(diagram, fault)).toBe(diagram, events, watchError);
      });
    },
  );

  it.each(['|', '-', '#', '-p-|'])('should not affect a list that ended before it: %s', (diagram) => {
    scene(({ list, helpers: { expectObservable } }) => {
      expectObservable(list(diagram, fault)).toBe(diagram, pages, listError);
    });
  });

  it('should unsubscribe from the source when unsubscribed', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const diagram = cold('-a---', events);
      const bad = fault(scriptedListerWatcher<KubeObject>({ list: [EMPTY], watch: [diagram] }));
      expectObservable(bad.watch(), '^--!').toBe('-a', events);
      expectSubscriptions(diagram.subscriptions).toBe('^--!');
    });
  });

  it('should count each subscription to one request as a request', () => {
    scene(({ watch, helpers: { expectObservable } }) => {
      const second$ = watch('-a-b-|', make({ nth: 2, after: { ms: 60_000 } }));
      expectObservable(second$).toBe('-a-b-|', events);
      expectObservable(second$).toBe('-a-b-|', events);
    });
  });

  it('should not affect requests of the other kind', () => {
    scene(({ watch, list, helpers: { expectObservable } }) => {
      expectObservable(watch('-a-b-A-|', make({ on: 'list' }))).toBe('-a-b-A-|', events);
      expectObservable(list('-p-q-|', make({ on: 'watch' }))).toBe('-p-q-|', pages);
    });
  });

  it('should refuse an invalid position, and an invalid source', () => {
    expect(() => make({ on: 'lists' as never })).toThrow("on must be 'list' or 'watch' or 'both'");
    expect(() => make({ nth: 0 })).toThrow("nth must be a whole number, 1 or more, or 'every'");
    expect(() => make({ after: -1 })).toThrow(
      'after must be a number of events or pages, 0 or more, or { ms }',
    );
    expect(() => make({ after: { ms: -1 } })).toThrow(OptionsError);
    expect(() => make({ after: { events: 1 } as never })).toThrow(OptionsError);
    expect(() => make({ when: 1 } as never)).toThrow(OptionsError);
    expect(() => make({})({ list: () => NEVER } as never)).toThrow(OptionsError);
  });
}
