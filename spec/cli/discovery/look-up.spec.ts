import { describe, expect, it } from '@jest/globals';
import { map, NEVER, type Observable, switchMap, timer } from 'rxjs';
import { type Transport } from 'rx-informer';
import type { DiscoveryCache, KeptDiscovery } from '../../../src/cli/discovery/discovery-cache.ts';
import { lookUp } from '../../../src/cli/discovery/look-up.ts';
import { marbles } from '../../support/marbles.ts';
import { stillClock } from '../../support/virtual-time.ts';
import { body, fakeTransport, refuse } from '../fake-transport.ts';
import { aggregatedCore, aggregatedGroups, deployments, nodes, pods } from '../../discovery/documents.ts';

const error = (message: string): object => expect.objectContaining({ name: 'CommandError', message });
const connection = (transport: Transport) => ({
  server: 'http://a',
  transport,
  loginHint: '',
  authorityHint: '',
});
const words = (names: readonly string[]) => names.map((name) => ({ name }));

const look = (transport: Transport, ...names: readonly string[]): Observable<unknown> =>
  lookUp(connection(transport), words(names)).pipe(map(({ found }) => found.map(({ resource }) => resource)));

const documents = { '/api': aggregatedCore, '/apis': aggregatedGroups };

describe('lookUp', () => {
  const transport = fakeTransport(documents);

  it('should find each name, in order', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(look(transport, 'deployments', 'pods')).toBe('(r|)', { r: [deployments, pods] });
      expectObservable(look(transport)).toBe('(r|)', { r: [] });
    });
  });

  it('should fail for an unknown name', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(look(transport, 'pods', 'podz')).toBe(
        '#',
        {},
        error('the server has no resource “podz”'),
      );
    });
  });

  it('should wait 7 s for a server that accepts the connection but does not answer', () => {
    marbles().run(({ expectObservable }) => {
      const silent = fakeTransport({ '/api': aggregatedCore, '/apis': () => NEVER });
      expectObservable(look(silent, 'pods')).toBe('7s #', {}, error('http://a did not answer within 7 s'));
    });
  });

  it('should accept an answer that arrives before the timeout', () => {
    marbles().run(({ expectObservable }) => {
      const slow = fakeTransport({
        '/api': aggregatedCore,
        '/apis': () => timer(6_999).pipe(switchMap(() => body(aggregatedGroups))),
      });
      expectObservable(look(slow, 'pods')).toBe('6999ms (r|)', { r: [pods] });
    });
  });

  it('should explain why the request to the server failed', () => {
    marbles().run(({ expectObservable }) => {
      const refusing = fakeTransport({ '/api': () => refuse(401, 'who are you?') });
      expectObservable(look(refusing, 'pods')).toBe(
        '#',
        {},
        error('http://a refused the login: who are you?'),
      );
    });
  });

  it('should send no request after an unsubscribe, and repeat the requests for each subscriber', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const apis = hot<Uint8Array>('---');
      const half = fakeTransport({ '/api': aggregatedCore, '/apis': () => apis });
      const found$ = look(half, 'pods');

      expectObservable(found$, '^-!').toBe('---');
      expectObservable(found$, '---^-!').toBe('------');
      expectSubscriptions(apis.subscriptions).toBe(['^-!', '---^-!']);
    });
  });

  describe('with a cache', () => {
    stillClock();

    const version = { gitVersion: 'v1.36.3' };
    const kept: KeptDiscovery = { resources: [pods], missing: [], serverVersion: 'v1.36.3' };

    /**
     * Looks up a resource. Returns the sent requests, the found resources, and the document that is cached afterwards.
     */
    function looked(
      known: KeptDiscovery | undefined,
      answers: Parameters<typeof fakeTransport>[0],
      ...names: readonly string[]
    ) {
      let now = known;
      const cache: DiscoveryCache = {
        read: () => now,
        write: (_, next) => (now = next),
        forget: () => (now = undefined),
      };
      const server = fakeTransport(answers);
      const emitted: unknown[] = [];
      lookUp(connection(server), words(names), cache).subscribe({
        next: ({ found }) => emitted.push(...found.map(({ resource }) => resource)),
        error: (failed: unknown) => emitted.push((failed as Error).message),
      });
      return { paths: server.requests.map(({ path }) => path), emitted, kept: now };
    }

    it('should cache its documents, and request only the version the next time', () => {
      const first = looked(undefined, { ...documents, '/version': version }, 'no', 'pods');
      expect(first.emitted).toEqual(['the server has no resource “no”']);
      expect(first.kept).toMatchObject({ resources: [pods, nodes, deployments], serverVersion: 'v1.36.3' });

      const second = looked(first.kept, { '/version': version }, 'pods');
      expect(second).toMatchObject({ paths: ['/version'], emitted: [pods] });
    });

    it('should request the documents again before it refuses an unknown name', () => {
      const { paths, emitted } = looked(kept, { ...documents, '/version': version }, 'deploy');
      expect(paths).toEqual(['/version', '/api', '/apis', '/version']);
      expect(emitted).toEqual([deployments]);
      expect(looked(kept, { ...documents, '/version': version }, 'podz').emitted).toEqual([
        'the server has no resource “podz”',
      ]);
    });

    it('should request the documents again if the server has changed', () => {
      const { emitted, kept: next } = looked(
        { ...kept, resources: [nodes, { ...pods, version: 'v0' }] },
        { ...documents, '/version': { gitVersion: 'v1.37.0' } },
        'pods',
      );
      expect(emitted).toEqual([pods]);
      expect(next).toMatchObject({ serverVersion: 'v1.37.0' });
    });

    it('should accept a server that does not report its version, but not one that refuses the login', () => {
      const nameless = { ...kept, serverVersion: '' };
      expect(looked(nameless, { '/version': () => refuse(403) }, 'pods').emitted).toEqual([pods]);
      expect(looked(nameless, { '/version': 'a page' }, 'pods').emitted).toEqual([pods]);
      expect(looked(nameless, { '/version': '<html>Sign in</html>' }, 'pods').emitted).toEqual([
        expect.stringContaining('a login proxy asks to sign in'),
      ]);
      expect(looked(kept, { '/version': () => refuse(401) }, 'pods').emitted).toEqual([
        'http://a refused the login: refused with 401',
      ]);
    });
  });
});
