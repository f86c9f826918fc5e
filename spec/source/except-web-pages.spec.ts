import { describe, expect, it } from '@jest/globals';
import { ProtocolError } from '../../src/objects/index.ts';
import { exceptWebPages } from '../../src/source/index.ts';
import { marbles } from '../support/marbles.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const pods = { path: '/api/v1/pods' };
const values = {
  e: bytes(''),
  p: bytes(' \n<!doctype html>'),
  j: bytes('{"kind":'),
  m: bytes('<"PodList"}'),
};

const page = (excerpt: string): ProtocolError =>
  new ProtocolError(
    'GET /api/v1/pods was answered with a web page instead of JSON: a login proxy asks to sign in, or the address is wrong; sign in again, or correct the address',
    {
      excerpt,
      failure: 'unauthorized',
      advice:
        "sign in again, or renew the token; if that does not help, correct the server's address: it leads to a web server or a proxy that does not pass API requests on",
    },
  );

describe('exceptWebPages', () => {
  it.each(['text/html', ' Text/HTML; charset=utf-8', 'application/xhtml+xml'])(
    'should fail when the type is %s and the first bytes are those of a web page',
    (type) => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const e1 = cold('  -e-p-j-|', values);
        const e1subs = '   ^--!';
        const expected = ' -e-#';
        const result = e1.pipe(exceptWebPages(type, pods));

        expectObservable(result).toBe(expected, values, page('\n<!doctype html>'.trim()));
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
    },
  );

  it.each([undefined, null, '', 'application/json', 'text/plain', 'x-text/html'])(
    'should read no byte of the body when the type is %s',
    (type) => {
      marbles().run(({ cold, expectObservable }) => {
        const e1 = cold('  -p-m-|', values);
        const expected = ' -p-m-|';

        expectObservable(e1.pipe(exceptWebPages(type, pods))).toBe(expected, values);
      });
    },
  );

  it('should not rely on the type alone, and check only the first bytes', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('  -j-m-p-|', values);
      const expected = ' -j-m-p-|';

      expectObservable(e1.pipe(exceptWebPages('text/html', pods))).toBe(expected, values);
    });
  });

  it.each([
    ['/api/v1/namespaces/shop/pods/web/proxy', false],
    ['/api/v1/namespaces/shop/services/web:80/proxy/index', false],
    ['/api/v1/nodes/a/proxy/', false],
    ['/api/v1/namespaces/shop/pods/web/proxyx', true],
    ['/api/v1/namespaces/shop/configmaps/web/proxy', true],
    ['/api/v1/pods/proxy', true],
  ])('should allow a pod or a service to return a web page through %s: fails is %s', (path, fails) => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('  p', values);
      const result = e1.pipe(exceptWebPages('text/html', { path }));

      if (!fails) expectObservable(result).toBe('p', values);
      else {
        expectObservable(result).toBe(
          '#',
          values,
          Object.assign(page('<!doctype html>'), {
            message: page('').message.replace('/api/v1/pods', path),
          }),
        );
      }
    });
  });

  it.each(['/api/v1/secrets', '/api/v1/namespaces/shop/secrets/login'])(
    'should show nothing of an answer to %s',
    (path) => {
      const seen: unknown[] = [];
      marbles().run(({ cold }) => {
        cold('p', values)
          .pipe(exceptWebPages('text/html', { path }))
          .subscribe({ error: (error: unknown) => seen.push(error) });
      });

      expect(seen).toEqual([expect.objectContaining({ excerpt: '' })]);
    },
  );

  it('should pass completion, silence and errors through, and start again for each subscription', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const only = exceptWebPages('text/html', pods);
      expectObservable(cold('--|', values).pipe(only)).toBe('--|');
      expectObservable(cold('-', values).pipe(only)).toBe('-');
      expectObservable(cold('-j-#', values).pipe(only)).toBe('-j-#', values);

      const e1 = cold(' -j-p-|', values);
      const result = e1.pipe(only);
      expectObservable(result, '^-!').toBe('-j-', values);
      expectObservable(result, '----^').toBe('-----j-p-|', values);
      expectSubscriptions(e1.subscriptions).toBe(['^-!', '----^----!']);
    });
  });
});
