import { describe } from '@jest/globals';
import { EMPTY, noop, Subject } from 'rxjs';
import { type KubeObject, type ListPage, StatusError, type WatchEvent } from 'rx-informer';
import { record, recordListerWatcher, replay, replayListerWatcher } from 'rx-informer/recording';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { thing } from '../support/things.ts';
import { operatorDiagrams, until } from './diagrams.ts';

const diagram = operatorDiagrams('operators-recording.spec.ts');

const p: ListPage<KubeObject> = { items: [thing('a@1')], resourceVersion: '9' };
const m: WatchEvent<KubeObject> = { type: 'MODIFIED', object: thing('a@10') };
const header = '{"format":"rx-informer-recording","version":1,"time":0}';
const broken = new StatusError({ code: 500, message: 'etcd is down' });

describe('docs/reference/operators.md, recordings', () => {
  diagram('record', ({ cold, expectObservable }, line) => {
    const lines$ = new Subject<string>();
    const values = { a: { n: 1 }, b: 'two' };
    const passed$ = cold(line('values'), values).pipe(
      record((text) => lines$.next(text), { stage: 'things' }),
    );

    expectObservable(lines$).toBe(line('lines'), {
      h: header,
      a: '{"time":1,"stage":"things","value":{"n":1}}',
      b: '{"time":3,"stage":"things","value":"two"}',
      e: '{"time":4,"stage":"things","complete":true}',
    });
    expectObservable(passed$).toBe(line('passed'), values);
  });

  diagram('replay', ({ cold, expectObservable }, line) => {
    const lines: string[] = [];
    cold(line('recorded'))
      .pipe(record((text) => lines.push(text)))
      .subscribe();

    // The replay starts when the recording is complete.
    expectObservable(replay(lines), '20ms ^').toBe(`20ms ${line('replayed')}`);
    expectObservable(replay(lines, { speed: 2 }), '20ms ^').toBe(`20ms ${line('speed-2')}`);
  });

  diagram('replay-error', ({ cold, expectObservable }, line) => {
    const lines: string[] = [];
    cold(line('recorded'), undefined, broken)
      .pipe(record((text) => lines.push(text)))
      .subscribe({ error: noop });

    expectObservable(replay(lines), '20ms ^').toBe(`20ms ${line('replayed')}`, undefined, broken);
  });

  diagram('record-lister-watcher', ({ cold, expectObservable }, line) => {
    const lines$ = new Subject<string>();
    const source = scriptedListerWatcher({ list: [cold(line('list'), { p })], watch: [EMPTY] });
    const recorded = recordListerWatcher(source, (text) => lines$.next(text));

    expectObservable(lines$).toBe(line('lines'), {
      h: header,
      q: requestLine(0, { verb: 'list', options: { limit: 500 } }),
      p: requestLine(5, { page: p }),
      e: requestLine(6, { complete: true }),
    });
    expectObservable(recorded.list({ limit: 500 })).toBe(line('pages'), { p });
  });

  diagram('record-lister-watcher-closed', ({ cold, expectObservable }, line) => {
    const lines$ = new Subject<string>();
    const source = scriptedListerWatcher({ list: [EMPTY], watch: [cold(line('watch'), { m })] });
    const recorded = recordListerWatcher(source, (text) => lines$.next(text));

    expectObservable(lines$).toBe(line('lines'), {
      h: header,
      q: requestLine(0, { verb: 'watch', options: { resourceVersion: '9' } }),
      m: requestLine(5, { event: m }),
      c: requestLine(8, { closed: true }),
    });
    expectObservable(recorded.watch({ resourceVersion: '9' }), until(line('events'))).toBe(line('events'), {
      m,
    });
  });

  diagram('replay-lister-watcher', ({ cold, expectObservable }, line) => {
    const lines: string[] = [];
    const source = scriptedListerWatcher({
      list: [cold(line('list'), { p })],
      watch: [cold(line('watch'), { m }, broken)],
    });
    const recorded = recordListerWatcher(source, (text) => lines.push(text));
    recorded.list().subscribe();
    recorded.watch({ resourceVersion: '9' }).subscribe({ error: noop });
    const replayed = replayListerWatcher(lines);

    // The replay starts when the recording is complete.
    expectObservable(replayed.list(), '20ms ^').toBe(`20ms ${line('pages')}`, { p });
    expectObservable(replayed.watch({ resourceVersion: '9' }), '20ms ^').toBe(
      `20ms ${line('events')}`,
      { m },
      broken,
    );
  });
});

function requestLine(time: number, value: object): string {
  return JSON.stringify({ time, stage: 'requests', value: { request: 1, ...value } });
}
