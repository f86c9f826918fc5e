import { describe, expect, it } from '@jest/globals';
import { NEVER, switchMap, timer } from 'rxjs';
import { type Transport } from 'rx-informer';
import { lookUp } from '../../../src/cli/discovery/look-up.ts';
import { marbles } from '../../support/marbles.ts';
import { body, fakeTransport, refuse } from '../fake-transport.ts';
import { aggregatedCore, aggregatedGroups, deployments, pods } from './documents.ts';

const error = (message: string): object => expect.objectContaining({ name: 'CommandError', message });
const look = (transport: Transport, ...names: readonly string[]) => lookUp(transport, 'http://a', names);

describe('lookUp', () => {
  const transport = fakeTransport({ '/api': aggregatedCore, '/apis': aggregatedGroups });

  it('should find each name, in their order', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(look(transport, 'deployments', 'pods')).toBe('(r|)', { r: [deployments, pods] });
      expectObservable(look(transport)).toBe('(r|)', { r: [] });
    });
  });

  it('should fail for a name that is not there', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(look(transport, 'pods', 'podz')).toBe(
        '#',
        {},
        error('the server has no resource “podz”'),
      );
    });
  });

  it('should wait 7 s for a server that takes the connection and says nothing', () => {
    marbles().run(({ expectObservable }) => {
      const silent = fakeTransport({ '/api': aggregatedCore, '/apis': () => NEVER });
      expectObservable(look(silent, 'pods')).toBe('7s #', {}, error('http://a did not answer within 7 s'));
    });
  });

  it('should take an answer that comes late, but in time', () => {
    marbles().run(({ expectObservable }) => {
      const slow = fakeTransport({
        '/api': aggregatedCore,
        '/apis': () => timer(6_999).pipe(switchMap(() => body(aggregatedGroups))),
      });
      expectObservable(look(slow, 'pods')).toBe('6999ms (r|)', { r: [pods] });
    });
  });

  it('should say in words why the server could not be asked', () => {
    marbles().run(({ expectObservable }) => {
      const refusing = fakeTransport({ '/api': () => refuse(401, 'who are you?') });
      expectObservable(look(refusing, 'pods')).toBe(
        '#',
        {},
        error('http://a refused the login: who are you?'),
      );
    });
  });

  it('should ask nothing once it is unsubscribed, and anew for each subscriber', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const apis = hot<Uint8Array>('---');
      const half = fakeTransport({ '/api': aggregatedCore, '/apis': () => apis });
      const found$ = look(half, 'pods');

      expectObservable(found$, '^-!').toBe('---');
      expectObservable(found$, '---^-!').toBe('------');
      expectSubscriptions(apis.subscriptions).toBe(['^-!', '---^-!']);
    });
  });
});
