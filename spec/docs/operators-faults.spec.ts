import { describe } from '@jest/globals';
import { catchError, EMPTY, type Observable, take, throwError } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import {
  ConnectionError,
  type KubeObject,
  type ListerWatcher,
  type ListPage,
  ProtocolError,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import {
  dropConnection,
  duplicate,
  expire,
  failEveryNth,
  type Fault,
  corruptBytes,
  stallStream,
  lagBehind,
  refuse,
  reorderAcrossKeys,
  scriptedListerWatcher,
  throttleBody,
  truncate,
  withFaults,
} from 'rx-informer/testing';
import { thing } from '../support/things.ts';
import { type Line, operatorDiagrams } from './diagrams.ts';

const diagram = operatorDiagrams('operators-faults.spec.ts');

const events = {
  a: { type: 'ADDED', object: thing('a@1') },
  b: { type: 'ADDED', object: thing('b@2') },
  A: { type: 'MODIFIED', object: thing('a@3') },
} as const satisfies Readonly<Record<string, WatchEvent<KubeObject>>>;
const pages: Readonly<Record<string, ListPage<KubeObject>>> = {
  p: { items: [thing('a@1'), thing('b@2')], resourceVersion: '9' },
  q: { items: [thing('c@3')], resourceVersion: '9' },
  d: { items: ['a@1', 'a@1', 'b@2', 'b@2'].map(thing), resourceVersion: '9' },
  r: { items: [thing('b@2'), thing('a@1')], resourceVersion: '9' },
};

/** Returns the kind of an error, and whether the response had begun. */
function kindOf(error: unknown): string {
  if (error instanceof ConnectionError) return `ConnectionError, answered: ${error.answered}`;
  if (error instanceof StatusError)
    return `StatusError ${error.code}, ${error.inStream ? 'in the stream' : 'refused'}`;
  return error instanceof ProtocolError ? 'ProtocolError' : 'another error';
}
const byKind = <V>(answer$: Observable<V>): Observable<V> =>
  answer$.pipe(catchError((error: unknown) => throwError(() => new Error(kindOf(error)))));

/** Returns a source whose watches or lists emit the values of a diagram. */
const drawn = ({ cold }: RunHelpers, line: Line, parts: readonly ('watch' | 'list')[]) =>
  scriptedListerWatcher<KubeObject>({
    list: [parts.includes('list') ? cold(line('list'), pages) : EMPTY],
    watch: [parts.includes('watch') ? cold(line('watch'), events) : EMPTY],
  });

describe('docs/reference/operators.md, faults', () => {
  /** Checks the values of a watch on a source with a fault. */
  const expectWatch = (
    helpers: RunHelpers,
    line: Line,
    { fault, error, label = 'events' }: { fault: Fault; error?: string; label?: string },
  ): void => {
    const source = fault(drawn(helpers, line, ['watch']));
    helpers.expectObservable(byKind(source.watch())).toBe(line(label), events, new Error(error));
  };
  /** Checks the values of a list on a source with a fault. */
  const expectList = (
    helpers: RunHelpers,
    line: Line,
    { fault, error }: { fault: Fault; error?: string },
  ): void => {
    const source = fault(drawn(helpers, line, ['list']));
    helpers.expectObservable(byKind(source.list())).toBe(line('pages'), pages, new Error(error));
  };

  diagram('fault-with-faults', (helpers, line) => {
    const source: ListerWatcher<KubeObject> = withFaults(
      drawn(helpers, line, ['watch']),
      duplicate(),
      dropConnection({ on: 'watch', after: 3 }),
    );

    helpers
      .expectObservable(byKind(source.watch()))
      .toBe(line('events'), events, new Error('ConnectionError, answered: true'));
  });

  diagram('fault-operators', (helpers, line) => {
    const source = withFaults(drawn(helpers, line, ['watch']), {
      watch: (events$, index) => (index === 0 ? events$.pipe(take(2)) : events$),
    });

    helpers.expectObservable(source.watch()).toBe(line('first'), events);
    helpers.expectObservable(source.watch()).toBe(line('second'), events);
  });

  diagram('fault-drop-connection', (helpers, line) => {
    expectWatch(helpers, line, {
      fault: dropConnection({ after: 2 }),
      error: 'ConnectionError, answered: true',
    });
    expectWatch(helpers, line, {
      fault: dropConnection(),
      error: 'ConnectionError, answered: false',
      label: 'refused',
    });
  });

  diagram('fault-go-silent', (helpers, line) => {
    expectWatch(helpers, line, { fault: stallStream({ after: 1 }) });
  });

  diagram('fault-refuse', (helpers, line) => {
    const fault = refuse(503, { after: 1 });
    expectWatch(helpers, line, { fault, error: 'StatusError 503, in the stream' });
    expectList(helpers, line, { fault, error: 'StatusError 503, refused' });
  });

  diagram('fault-expire', (helpers, line) => {
    const fault = expire({ after: 1 });
    expectWatch(helpers, line, { fault, error: 'StatusError 410, in the stream' });
    expectList(helpers, line, { fault, error: 'StatusError 410, refused' });
    expectWatch(helpers, line, { fault: expire(), error: 'StatusError 410, refused', label: 'refused' });
  });

  diagram('fault-fail-every-nth', (helpers, line) => {
    const source = failEveryNth(2)(drawn(helpers, line, ['watch']));

    for (const label of ['first', 'second', 'third', 'fourth']) {
      helpers
        .expectObservable(byKind(source.watch()))
        .toBe(line(label), events, new Error('ConnectionError, answered: false'));
    }
  });

  diagram('fault-corruptBytes', (helpers, line) => {
    const fault = corruptBytes({ after: 1 });
    expectWatch(helpers, line, { fault, error: 'ProtocolError' });
    expectList(helpers, line, { fault, error: 'ProtocolError' });
  });

  diagram('fault-truncate', (helpers, line) => {
    const fault = truncate({ after: 1 });
    expectWatch(helpers, line, { fault });
    expectList(helpers, line, { fault, error: 'ProtocolError' });
  });

  diagram('fault-duplicate', (helpers, line) => {
    expectWatch(helpers, line, { fault: duplicate() });
    expectList(helpers, line, { fault: duplicate() });
  });

  diagram('fault-reorder-across-keys', (helpers, line) => {
    const fault = reorderAcrossKeys({ window: 4 });
    expectWatch(helpers, line, { fault });
    expectList(helpers, line, { fault });
  });

  diagram('fault-slow-drip', (helpers, line) => {
    expectWatch(helpers, line, { fault: throttleBody({ every: 3 }) });
  });

  diagram('fault-lag-behind', (helpers, line) => {
    const fault = lagBehind({ delay: 3 });
    expectWatch(helpers, line, { fault });
    expectList(helpers, line, { fault });
    const source = fault(drawn(helpers, line, ['list']));
    helpers
      .expectObservable(byKind(source.list({ resourceVersion: '12' })))
      .toBe(line('too-new'), pages, new Error('StatusError 504, refused'));
  });
});
