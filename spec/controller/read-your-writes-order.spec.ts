/** Own writes while the queue coalesces events by key, and over stores without a resourceVersion. These specs use real time. */
import { describe, expect, it } from '@jest/globals';
import { filter, firstValueFrom, of, Subject } from 'rxjs';
import { informer, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { readYourWrites } from 'rx-informer/controller';
import { where } from 'rx-informer/derived';
import { core, type Secret } from 'rx-informer/kinds';
import { kubeObject, virtualCluster } from 'rx-informer/testing';

const at = (key: string, resourceVersion: string): Secret =>
  kubeObject<Secret>(key, { metadata: { resourceVersion, uid: `uid of ${key}` } });

/** An informer, and own writes whose answer is `shop/own` at the version 106. */
function setUp(
  derive: (source: ReturnType<typeof informer<Secret>>) => Pick<typeof source, 'store'> = (one) => one,
) {
  const events$ = new Subject<ReflectorEvent<Secret>>();
  const source = informer<Secret>(events$);
  const client = virtualCluster().client(core.v1.secrets);
  const live = derive(source);
  const own = readYourWrites(live, { ...client, create: () => of(at('shop/own', '106')) });
  const missed: string[] = [];
  const running = own.missed$.subscribe(({ type, key }) => missed.push(`${type} ${key}`));
  running.add(live.store.batches$.subscribe());
  return { events$, live, own, missed, running };
}
const list = (...more: readonly KubeObject[]): ReflectorEvent<Secret> => ({
  type: 'REPLACED',
  items: [at('shop/other', '40'), ...(more as readonly Secret[])],
  resourceVersion: '100',
});

describe('readYourWrites', () => {
  it('should keep a create until its event, if a newer event of another key is applied first (G26)', async () => {
    const { events$, live, own, missed, running } = setUp();
    const reads: (string | undefined)[] = [];
    const synced = firstValueFrom(
      live.store.batches$.pipe(filter(() => live.store.get('shop/own') !== undefined)),
    );
    running.add(
      live.store.batches$.subscribe(() => reads.push(own.store.get('shop/own')?.metadata.resourceVersion)),
    );
    // While the store applies the long list, the queue coalesces the two events of `shop/other`, and pops them first.
    events$.next(list(...Array.from({ length: 20_000 }, (_, nth) => at(`shop/a${nth}`, '50'))));
    events$.next({ type: 'MODIFIED', object: at('shop/other', '105') });
    own.client.create(at('shop/own', '')).subscribe();
    events$.next({ type: 'ADDED', object: at('shop/own', '106') });
    events$.next({ type: 'MODIFIED', object: at('shop/other', '107') });
    await synced;
    running.unsubscribe();

    expect(new Set(reads)).toEqual(new Set(['106']));
    expect(missed).toEqual([]);
  });

  it('should keep a create over a derived informer, whose store has no resourceVersion', () => {
    const { events$, own, missed, running } = setUp((source) => where(source, () => true));
    events$.next(list());
    own.client.create(at('shop/own', '')).subscribe();

    expect(own.store.get('shop/own')?.metadata.resourceVersion).toBe('106');
    expect(missed).toEqual([]);
    running.unsubscribe();
  });
});
