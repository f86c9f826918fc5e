import { describe } from '@jest/globals';
import { map, NEVER, of } from 'rxjs';
import { type KubeObject, type ListPage, reflect, type Transport, type WatchEvent } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { informerSet, listableNamespaces, metadataWatch, switchSource, tableWatch } from 'rx-informer/scope';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { thing } from '../support/things.ts';
import { operatorDiagrams, until } from './diagrams.ts';

const diagram = operatorDiagrams('operators-scope.spec.ts');

const p: ListPage<KubeObject> = { items: [thing('a@3')], resourceVersion: '9' };
const q: ListPage<KubeObject> = { items: [thing('b@4')], resourceVersion: '19' };
const m: WatchEvent<KubeObject> = { type: 'MODIFIED', object: thing('a@10') };
const inPages = { streamingList: 'never', random: () => 0 } as const;
const bytes = (body: object): Uint8Array => new TextEncoder().encode(`${JSON.stringify(body)}\n`);

describe('docs/reference/operators.md, rx-informer/scope', () => {
  diagram('informer-set', ({ cold, expectObservable }, line) => {
    const sources = {
      one: scriptedListerWatcher({
        list: [cold(line('list-1'), { p })],
        watch: [cold(line('watch-1'), { m })],
      }),
      other: scriptedListerWatcher({ list: [cold(line('list-2'), { q })], watch: [NEVER] }),
    };
    const ids$ = cold<readonly (keyof typeof sources)[]>(line('ids'), { x: ['one', 'other'], y: ['other'] });
    const set = informerSet(ids$, (id) => sources[id], { reflect: inPages });
    const changes$ = set.changes().pipe(map(({ type, key, cause }) => `${type} ${key} ${cause}`));

    expectObservable(changes$, until(line('changes'))).toBe(line('changes'), {
      a: 'added a initial',
      b: 'added b initial',
      u: 'updated a watch',
      s: 'deleted a scope',
    });
  });

  diagram('switch-source', ({ cold, expectObservable }, line) => {
    const x = scriptedListerWatcher({
      list: [cold(line('list'), { p })],
      watch: [cold(line('watch'), { m })],
    });
    const y = scriptedListerWatcher({ list: [cold(line('list-2'), { q })], watch: [NEVER] });
    const source = switchSource(cold(line('sources'), { x, y }));

    expectObservable(reflect(source, inPages), until(line('events'))).toBe(line('events'), {
      r: { type: 'REPLACED', ...p },
      m,
      s: { type: 'REPLACED', ...q, versionsReset: true },
    });
  });

  const things = { group: '', version: 'v1', resource: 'things' };

  diagram('table-watch', ({ cold, expectObservable }, line) => {
    const table = {
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '9' },
      columnDefinitions: [{ name: 'Ready', type: 'string', format: '', description: '', priority: 0 }],
      rows: [
        {
          cells: ['1/1'],
          object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', ...thing('a@3') },
        },
      ],
    };
    const transport: Transport = { open: () => cold(line('bytes'), { t: bytes(table) }) };

    expectObservable(tableWatch(transport, things).list()).toBe(line('pages'), {
      p: {
        items: [
          {
            kind: 'TableRow',
            apiVersion: 'meta.k8s.io/v1',
            ...thing('a@3'),
            cells: ['1/1'],
            columns: table.columnDefinitions,
          },
        ],
        resourceVersion: '9',
      },
    });
  });

  diagram('metadata-watch', ({ cold, expectObservable }, line) => {
    const whole = { kind: 'Thing', apiVersion: 'v1', ...thing('a@10'), spec: { size: 1 } };
    const body$ = cold(line('bytes'), { x: bytes({ type: 'MODIFIED', object: whole }) });

    expectObservable(metadataWatch({ open: () => body$ }, things).watch()).toBe(line('events'), {
      m: {
        type: 'MODIFIED',
        object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', ...thing('a@10') },
      },
    });
  });

  diagram('listable-namespaces', ({ cold, expectObservable }, line) => {
    const rule = { verbs: ['list', 'watch'], apiGroups: [''], resources: ['pods'] };
    /** The server allows the pods of the namespaces `shop` and `yard`. */
    const open: Transport['open'] = ({ body }) => {
      const { kind, spec } = JSON.parse(body ?? '{}') as { kind: string; spec: { namespace?: string } };
      const isAllowed = ['shop', 'yard'].includes(spec.namespace ?? '');
      const status = { allowed: false, incomplete: false, resourceRules: isAllowed ? [rule] : [] };
      return of(bytes({ kind, apiVersion: 'authorization.k8s.io/v1', status }));
    };
    const candidates = cold(line('candidates'), {
      c: ['shop', 'bank'],
      d: ['shop', 'bank', 'yard'],
      e: ['yard', 'shop'],
    });

    expectObservable(listableNamespaces({ open }, core.v1.pods, { candidates }), until(line('names'))).toBe(
      line('names'),
      { x: ['shop'], y: ['shop', 'yard'] },
    );
  });
});
