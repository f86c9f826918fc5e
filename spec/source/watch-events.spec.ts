import { describe, expect, it } from '@jest/globals';
import { NEVER, take, throwError } from 'rxjs';
import { ConnectionError, KubeError, ProtocolError, StatusError } from '../../src/objects/index.ts';
import { listWatch } from '../../src/source/index.ts';
import { marbles } from '../support/marbles.ts';
import { bytes, errorFrame, fakeTransport, frameText, pod } from './fake-transport.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const expired = { code: 410, reason: 'Expired', message: 'too old resource version' };

const texts = {
  a: bytes(frameText('ADDED', 'a')),
  b: bytes(frameText('MODIFIED', 'b')),
  c: bytes(frameText('ADDED', 'a') + frameText('MODIFIED', 'b') + frameText('DELETED', 'a')),
  e: bytes(errorFrame(expired)),
  f: bytes(frameText('ADDED', 'a') + errorFrame(expired) + frameText('DELETED', 'a')),
  k: bytes('{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"12"}}}\n'),
  p: bytes(frameText('MODIFIED', 'b').slice(0, 20)),
  q: bytes(frameText('MODIFIED', 'b').slice(20)),
  x: bytes('upstream connect error\n'),
};
const events = {
  a: { type: 'ADDED', object: pod('a') },
  b: { type: 'MODIFIED', object: pod('b') },
  d: { type: 'DELETED', object: pod('a') },
  k: { type: 'BOOKMARK', resourceVersion: '12' },
};

describe('watch', () => {
  it('should emit each event when its frame arrives, and complete with the stream', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' -a--b-k-|', texts);
      const e1subs = '  ^-------!';
      const expected = '-a--b-k-|';

      expectObservable(listWatch(fakeTransport(e1), pods).watch()).toBe(expected, events);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should emit all events of a chunk at once, and keep an incomplete frame for the next chunk', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold(' -c----p--q-|', texts);
      const expected = '-(abd)---b-|';

      expectObservable(listWatch(fakeTransport(e1), pods).watch()).toBe(expected, events);
    });
  });

  it('should drop an incomplete line at the end of the stream', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold(' -a-p|', texts);
      const expected = '-a--|';

      expectObservable(listWatch(fakeTransport(e1), pods).watch()).toBe(expected, events);
    });
  });

  it('should end with an ERROR frame though the server keeps the connection open (B30, P36)', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' -a-e--------', texts);
      const e1subs = '  ^--!';
      const expected = '-a-#';

      expectObservable(listWatch(fakeTransport(e1), pods).watch()).toBe(
        expected,
        events,
        new StatusError(expired),
      );
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should emit the events before an ERROR in the same chunk, and none after it', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold(' --f-', texts);
      const expected = '--(a#)';

      expectObservable(listWatch(fakeTransport(e1), pods).watch()).toBe(
        expected,
        events,
        new StatusError(expired),
      );
    });
  });

  it('should end with a frame that is not JSON', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' -a-x---', texts);
      const e1subs = '  ^--!';
      const expected = '-a-#';
      const error = new ProtocolError(
        'a watch frame is not JSON; is this the API server, or something in between?',
      );

      expectObservable(listWatch(fakeTransport(e1), pods).watch()).toBe(expected, events, error);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should decode no more of a chunk after an unsubscribe within it', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold(' -f---', texts);
      const e1subs = '  ^!';
      const expected = '-(a|)';

      expectObservable(listWatch(fakeTransport(e1), pods).watch().pipe(take(1))).toBe(expected, events);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should report objects that it skips, and continue', () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const incidents: KubeError[] = [];
      const m = bytes('{"type":"ADDED","object":{"metadata":{"name":"x"}}}\n');
      const e1 = cold(' -m-b', { ...texts, m });
      const expected = '---b';

      const events$ = listWatch(fakeTransport(e1), pods).watch(
        {},
        { onIncident: (incident) => incidents.push(incident) },
      );
      expectObservable(events$).toBe(expected, events);
      flush();

      expect(incidents).toEqual([expect.any(ProtocolError)]);
    });
  });

  it('should emit an error that a callback throws', () => {
    marbles().run(({ cold, expectObservable }) => {
      const error = new Error('mine');
      const e1 = cold('-m', { m: bytes('{"type":"ADDED","object":{}}\n') });
      const events$ = listWatch(fakeTransport(e1), pods).watch(
        {},
        {
          onIncident: () => {
            throw error;
          },
        },
      );

      expectObservable(events$).toBe('-#', undefined, error);
    });
  });

  describe('tail', () => {
    it('should complete with an empty stream', () => {
      marbles().run(({ cold, expectObservable }) => {
        expectObservable(listWatch(fakeTransport(cold('--|')), pods).watch()).toBe('--|');
      });
    });

    it('should wait while the stream is silent', () => {
      marbles().run(({ expectObservable }) => {
        expectObservable(listWatch(fakeTransport(NEVER), pods).watch()).toBe('-');
      });
    });

    it('should emit the transport’s error', () => {
      marbles().run(({ expectObservable }) => {
        const error = new ConnectionError('reset');

        expectObservable(listWatch(fakeTransport(throwError(() => error)), pods).watch()).toBe(
          '#',
          undefined,
          error,
        );
      });
    });

    it('should unsubscribe from the request when unsubscribed early', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const e1 = cold('-a-b', texts);

        expectObservable(listWatch(fakeTransport(e1), pods).watch(), '^-!').toBe('-a', events);
        expectSubscriptions(e1.subscriptions).toBe('^-!');
      });
    });

    it('should start again for each subscription', () => {
      marbles().run(({ cold, expectObservable }) => {
        const watch$ = listWatch(fakeTransport(cold('-p-', texts), cold('-q-b|', texts)), pods).watch();
        const broken = new ProtocolError(
          'a watch frame is not JSON; is this the API server, or something in between?',
        );

        expectObservable(watch$).toBe('-');
        expectObservable(watch$, '-----^').toBe('------#', events, broken); // no bytes of the first subscription may remain
      });
    });
  });
});
