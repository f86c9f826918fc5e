import { describe, expect, it } from '@jest/globals';
import { map, mergeMap, type Observable } from 'rxjs';
import { type KubeRequest, StatusError } from 'rx-informer';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import type { RunHelpers } from 'rxjs/testing';
import { marbles } from '../support/marbles.ts';
import { configMaps, pods } from './support/in-process-and-over-http.ts';
import type { Frame } from './support/watching.ts';
import { containers } from './support/containers.ts';

const path = '/api/v1/namespaces/default/configmaps';

/** Runs a server in virtual time. The clock of the server starts at 0. */
function run(body: (server: ApiServer, helpers: RunHelpers) => void, options?: ApiServerOptions): void {
  marbles().run((helpers) => body(createApiServer(options), helpers));
}

/**
 * Returns the events of a watch with one letter each: A for ADDED, M for MODIFIED, D for DELETED, B for BOOKMARK, E
 * for ERROR.
 */
function letters(
  server: ApiServer,
  query: Record<string, string>,
  request?: Partial<KubeRequest>,
): Observable<string> {
  return server.transport.open({ path, query: { watch: 'true', ...query }, ...request }).pipe(
    mergeMap((bytes) => new TextDecoder().decode(bytes).trimEnd().split('\n')),
    map((line) => (JSON.parse(line) as Frame).type.charAt(0)),
  );
}

function create(server: ApiServer, name: string): void {
  server.objects.create(configMaps, { metadata: { name, namespace: 'default' } });
}

describe('the API server in virtual time', () => {
  it('should end a watch at its timeout, without an error (P49)', () => {
    run((server, { expectObservable }) => {
      const { resourceVersion } = server;
      expectObservable(letters(server, { resourceVersion, timeoutSeconds: '5' })).toBe('5s |');
    });
  });

  it('should send bookmarks every minute after a change, and 2 s before the end (P50)', () => {
    run((server, { cold, expectObservable }) => {
      const query = {
        resourceVersion: server.resourceVersion,
        timeoutSeconds: '150',
        allowWatchBookmarks: 'true',
      };
      cold('70s (x|)').subscribe(() => create(server, 'x'));
      // Expected bookmarks: none at 60 s, because nothing has changed; one at 120 s; one at 148 s.
      const expected = '70s A 49999ms B 27999ms B 1999ms |';

      expectObservable(letters(server, query)).toBe(expected);
    });
  });

  it('should send bookmarks only on request (P51), and not in a watch under 3 s', () => {
    run((server, { cold, expectObservable }) => {
      const { resourceVersion } = server;
      cold('1s (x|)').subscribe(() => create(server, 'x'));

      expectObservable(letters(server, { resourceVersion, timeoutSeconds: '150' })).toBe('1s A 148999ms |');
      const short = { resourceVersion, timeoutSeconds: '2', allowWatchBookmarks: 'true' };
      expectObservable(letters(server, short)).toBe('1s A 999ms |');
    });
  });

  it('should send them at the configured interval', () => {
    run(
      (server, { expectObservable }) => {
        create(server, 'x');
        const query = { resourceVersion: '0', timeoutSeconds: '10', allowWatchBookmarks: 'true' };
        create(server, 'y');

        const frames$ = letters(server, { ...query, resourceVersion: before(server) });
        expectObservable(frames$).toBe('A 2999ms B 2999ms B 1999ms B 999ms B 999ms |');
      },
      { bookmarkInterval: 3000 },
    );
  });

  it('should end after a random time of half an hour to an hour by default', () => {
    run(
      (server, { expectObservable }) => {
        const { resourceVersion } = server;
        expectObservable(letters(server, { resourceVersion })).toBe('2700s |');
      },
      { random: () => 0.5 },
    );
  });

  it('should keep a list at a future version pending for 3 s (P11), and an error frame equally long (P45)', () => {
    run((server, { expectObservable }) => {
      const future = { resourceVersion: '999999999999999' };
      const list$ = server.transport.open({ path, query: future });
      const streamed = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', ...future };

      expectObservable(list$.pipe(map(() => ''))).toBe('3s #', undefined, expect.any(StatusError));
      expectObservable(letters(server, streamed)).toBe('3s (E|)');
    });
  });

  it('should answer a list at a future version once the version exists', () => {
    run((server, { cold, expectObservable }) => {
      const next = { resourceVersion: String(Number(server.resourceVersion) + 1) };
      cold('2s (x|)').subscribe(() => create(server, 'x'));

      const list$ = server.transport.open({ path, query: next }).pipe(map(() => 'L'));
      expectObservable(list$).toBe('2s (L|)');
    });
  });

  it('should send a write in the same frame', () => {
    run((server, { cold, expectObservable }) => {
      const { resourceVersion } = server;
      cold('--a-b-c|').subscribe((name) => create(server, name));

      expectObservable(letters(server, { resourceVersion }), '8ms !').toBe('--A-A-A');
    });
  });

  it('should start again for each subscriber, and stop at its unsubscribe', () => {
    run((server, { cold, expectObservable }) => {
      const frames$ = letters(server, {});
      cold('--a-b-c|').subscribe((name) => create(server, name));

      expectObservable(frames$, '^--!').toBe('--A');
      expectObservable(frames$, '---^---!').toBe('---AA-A');
    });
  });

  it('should end a pod at the end of its grace period, or of a shortened one', () => {
    run((server, { cold, expectObservable }) => {
      for (const name of ['p', 'q']) {
        server.objects.create(pods, {
          metadata: { name, namespace: 'default' },
          ...{ spec: { containers, nodeName: 'n' } },
        });
      }
      const query = { resourceVersion: server.resourceVersion, timeoutSeconds: '60' };
      const request = { path: '/api/v1/namespaces/default/pods' };
      cold('-a---b|').subscribe((step) => {
        if (step === 'a') server.objects.delete(pods, 'default/p');
        if (step === 'a') server.objects.delete(pods, 'default/q');
        if (step === 'b') server.objects.delete(pods, 'default/q', { gracePeriodSeconds: 5 });
      });

      // Expected events: both deletes at 1 ms; the shorter grace period of q at 5 ms; q is removed at 5 s; p is
      // removed at 30 s.
      expectObservable(letters(server, query, request)).toBe('-(MM)M 4994ms (MD) 24996ms (MD) 29996ms |');
    });
  });
});

/** Returns the resourceVersion that the server had before its newest resourceVersion. */
function before(server: ApiServer): string {
  return String(Number(server.resourceVersion) - 1);
}
