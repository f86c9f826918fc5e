import { describe, expect, it } from '@jest/globals';
import { concat, NEVER, of, throwError } from 'rxjs';
import type { KubeObject, ListPage, WatchEvent, WatchOptions } from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { trackResourceVersion } from '../../../src/client-go/informer/track-resource-version.ts';
import { thing } from '../../support/things.ts';

const page = (resourceVersion: string): ListPage<KubeObject> => ({ items: [], resourceVersion });
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', text: string): WatchEvent<KubeObject> => ({
  type,
  object: thing(text),
});
const bookmark = (resourceVersion: string, end = false): WatchEvent<KubeObject> => ({
  type: 'BOOKMARK',
  resourceVersion,
  ...(end ? { initialEventsEnd: true } : {}),
});

/** Returns the resourceVersion that is known after these events of a watch. */
function known(options: WatchOptions, ...events: WatchEvent<KubeObject>[]): string {
  const { source, lastResourceVersion } = trackResourceVersion(
    scriptedListerWatcher({ list: [NEVER], watch: [concat(of(...events), NEVER)] }),
  );
  source.watch(options).subscribe().unsubscribe();
  return lastResourceVersion();
}

describe('trackResourceVersion', () => {
  it('should have the version of a list once it is complete, and of each watch event (B18, B23)', () => {
    const { source, lastResourceVersion } = trackResourceVersion(
      scriptedListerWatcher<KubeObject>({
        list: [concat(of(page('5')), NEVER), throwError(() => new Error('no')), of(page('9'), page('9'))],
        watch: [of(event('ADDED', 'a@10'), event('DELETED', 'a@11'), bookmark('15'))],
      }),
    );
    const seen = [lastResourceVersion()];
    source.list().subscribe().unsubscribe();
    seen.push(lastResourceVersion());
    source.list().subscribe({ error: () => seen.push(lastResourceVersion()) });
    source.list().subscribe(() => seen.push(lastResourceVersion()));
    seen.push(`listed ${lastResourceVersion()}`);
    source.watch({ resourceVersion: '9' }).subscribe(() => seen.push(lastResourceVersion()));

    expect(seen).toEqual(['', '', '', '', '', 'listed 9', '10', '11', '15']);
  });

  it('should ignore the versions of initial objects, which are unordered (B42)', () => {
    expect(known({}, event('ADDED', 'a@10'), event('ADDED', 'b@7'))).toBe('');
    expect(known({ resourceVersion: '0' }, event('ADDED', 'a@10'), event('MODIFIED', 'a@12'))).toBe('12');
    expect(known({}, event('ADDED', 'a@10'), bookmark('12'), event('ADDED', 'b@13'))).toBe('13');
  });

  it('should wait for the end of a streamed list', () => {
    const streamed = { sendInitialEvents: true };
    expect(known(streamed, event('ADDED', 'a@10'), event('MODIFIED', 'a@12'), bookmark('14'))).toBe('');
    expect(known(streamed, event('ADDED', 'a@10'), bookmark('14', true), event('ADDED', 'b@16'))).toBe('16');
  });
});
