import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, NEVER, of } from 'rxjs';
import {
  type KubeError,
  type KubeObject,
  OptionsError,
  reflect,
  type ReflectOptions,
  type Shard,
} from 'rx-informer';
import { kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { isInShard } from '../../src/reflector/machine/shard.ts';
import { added, after, bookmark, deleted, modified, page, play, status } from './scenario.ts';

const shard: Shard = { index: 1, of: 3 };
const query = "shardSelector=shardRange(object.metadata.uid, '0x5555555555555556', '0xaaaaaaaaaaaaaaab')";
const options: ReflectOptions = { shard };

/**
 * Returns the nth object of a list: of the objects in this shard (`ours`), or of the objects in other shards
 * (`theirs`).
 */
function one(whose: 'ours' | 'theirs', nth: number, resourceVersion = '3'): KubeObject {
  // The number is at the start of the uid. If uids differ only at the end, their hashes are close to each other.
  const uids = Array.from({ length: 100 }, (_, n) => `${n}-of-a-hundred`);
  const isOurs = (uid: string): boolean => isInShard(shard, kubeObject('a', { metadata: { uid } }));
  const uid = uids.filter((id) => isOurs(id) === (whose === 'ours'))[nth];
  if (uid === undefined) throw new Error('there are not so many');
  return kubeObject(`${whose}${nth}`, { metadata: { resourceVersion, uid } });
}
const ours = (nth: number, version?: string): KubeObject => one('ours', nth, version);
const theirs = (nth: number, version?: string): KubeObject => one('theirs', nth, version);
const end = { ...bookmark('9'), initialEventsEnd: true } as const;

describe('a reflector of one shard, whose server ignores the shard selector', () => {
  it('should request its shard, and drop objects of other shards without an incident (P138)', () => {
    const { events, requests, statuses } = play(() => ({
      list: [of(page('9', ours(0), theirs(0)), page('9', theirs(1), ours(1)))],
      watch: [
        concat(
          of(
            ...[added(theirs(2, '10')), added(ours(2, '11')), modified(theirs(0, '12'))],
            ...[modified(ours(0, '13')), deleted(theirs(1, '14')), deleted(ours(1, '15'))],
          ),
          NEVER,
        ),
      ],
      options,
      for: 5,
    }));

    expect(requests).toEqual([`0 list limit=500&${query}`, `0 watch resourceVersion=9&${query}`]);
    expect(events).toEqual([
      '0 REPLACED 9: ours0 ours1',
      '0 ADDED ours2@11',
      '0 MODIFIED ours0@13',
      '0 DELETED ours1@15',
    ]);
    expect(statuses).toEqual(['0 listing 0', '0 listing 1', '0 listing 2', '0 watching 9', '5 stopped']);
  });

  it('should drop objects of other shards from a streamed list', () => {
    const { events, requests } = play(() => ({
      watch: [
        concat(
          of(
            added(theirs(0)),
            added(ours(0)),
            added(ours(1)),
            deleted(theirs(0, '8')),
            end,
            added(theirs(1, '10')),
          ),
          NEVER,
        ),
      ],
      options: { ...options, streamingList: 'auto' },
      for: 5,
    }));

    expect(requests).toEqual([`0 watch sendInitialEvents=true&${query}`]);
    expect(events).toEqual(['0 REPLACED 9: ours0 ours1']);
  });

  it('should emit an empty list if all objects belong to other shards', () => {
    const { events } = play(() => ({ list: [of(page('9', theirs(0), theirs(1)))], options, for: 5 }));

    expect(events).toEqual(['0 REPLACED 9: ']);
  });

  it('should resume after events of other shards, and emit bookmarks', () => {
    const { events, requests } = play(() => ({
      list: [of(page('9', ours(0)))],
      watch: [
        concat(of(added(theirs(0, '10')), modified(theirs(0, '11'))), after(6_000)),
        concat(of(bookmark('20'), deleted(theirs(0, '21'))), after(6_000)),
        NEVER,
      ],
      options,
      for: 20_000,
    }));

    expect(requests.slice(1)).toEqual(
      [
        [0, 9],
        [6_000, 11],
        [12_000, 21],
      ].map(([time, version]) => `${time} watch resourceVersion=${version}&${query}`),
    );
    expect(events).toEqual(['0 REPLACED 9: ours0', '6000 BOOKMARK 20']);
  });

  it('should reset the backoff after an event of another shard', () => {
    const { statuses } = play(() => ({
      list: [of(page('9', ours(0)))],
      watch: [
        ...[status(500), status(500), concat(of(modified(theirs(0, '10'))), status(500))],
        ...[status(500), NEVER],
      ],
      options,
      for: 20_000,
    }));

    expect(
      statuses.filter((line) => line.includes('waiting')).map((line) => line.replace(/ until.*/, '')),
    ).toEqual(
      ['0', '800', '2400', '3200'].map((time, nth) => `${time} waiting transient #${[1, 2, 1, 2][nth]}`),
    );
  });

  it('should not transform objects of other shards, and select the shard before the transform', () => {
    const seen: string[] = [];
    const { events } = play(() => ({
      list: [of(page('9', ours(0), theirs(0)))],
      options: {
        ...options,
        transform: (object) => {
          seen.push(object.metadata.name);
          return { ...object, metadata: { ...object.metadata, uid: theirs(0).metadata.uid } };
        },
      },
      for: 5,
    }));

    expect(seen).toEqual(['ours0']);
    expect(events).toEqual(['0 REPLACED 9: ours0']);
  });

  it('should report a malformed object, although its shard is unknown', () => {
    const incidents: KubeError[] = [];
    play(() => ({
      list: [of(page('9', { metadata: { name: 'a', uid: '', resourceVersion: '1' } }))],
      options: {
        ...options,
        status: {
          next: (status) => {
            if ('incident' in status) incidents.push(status.incident);
          },
        },
      },
      for: 5,
    }));

    expect(incidents.map(({ name }) => name)).toEqual(['ProtocolError']);
  });

  it('should count the objects of all shards against maxObjects', () => {
    const { statuses } = play(() => ({
      list: [of(page('9', ours(0), theirs(0), theirs(1)))],
      options: { ...options, maxObjects: 2 },
      for: 5,
    }));

    expect(statuses).toContain('0 waiting throttled #1 until 800');
  });
});

describe('the option `shard`', () => {
  it('should send no selector and keep all objects with one shard', () => {
    const { events, requests } = play(() => ({
      list: [of(page('9', ours(0), theirs(0)))],
      options: { shard: { index: 0, of: 1 } },
      for: 5,
    }));

    expect(events).toEqual(['0 REPLACED 9: ours0 theirs0']);
    expect(requests).toEqual(['0 list limit=500', '0 watch resourceVersion=9']);
  });

  it.each<[unknown, string]>([
    [{ index: 4, of: 4 }, 'index must be a whole number from 0 to 3, not 4'],
    [{ index: -1, of: 4 }, 'index must be a whole number from 0 to 3, not -1'],
    [{ index: 0.5, of: 4 }, 'index must be a whole number from 0 to 3, not 0.5'],
    [{ index: NaN, of: 4 }, 'index must be a whole number from 0 to 3, not NaN'],
    [{ index: '0', of: 4 }, 'index must be a whole number from 0 to 3, not "0"'],
    [{ index: 1, of: 1 }, 'index must be a whole number from 0 to 0, not 1'],
    [{ index: 0, of: 0 }, 'of must be a whole number from 1 to 1048576, not 0'],
    [{ index: 0, of: 2.5 }, 'of must be a whole number from 1 to 1048576, not 2.5'],
    [{ index: 0, of: '4' }, 'of must be a whole number from 1 to 1048576, not "4"'],
    [{ index: 0, of: 2 ** 20 + 1 }, 'of must be a whole number from 1 to 1048576, not 1048577'],
    [{ index: 0, of: Infinity }, 'of must be a whole number from 1 to 1048576, not Infinity'],
    [{ index: 0 }, 'of must be a whole number from 1 to 1048576, not undefined'],
    [{ of: 4 }, 'index must be a whole number from 0 to 3, not undefined'],
    [{ index: 0, of: 4, by: 'key' }, `by must be 'uid' or 'namespace', not "key"`],
    [{ index: 0, of: 4, By: 'uid' }, "unknown option 'By'; did you mean 'by'?"],
  ])('should refuse %j', (given, flaw) => {
    const source = scriptedListerWatcher({ list: [EMPTY], watch: [NEVER] });

    expect(() => reflect(source, { shard: given as never })).toThrow(OptionsError);
    expect(() => reflect(source, { shard: given as never })).toThrow(`reflect: shard: ${flaw}`);
  });

  it.each([
    [null, 'null'],
    ['0/4', '"0/4"'],
    [[0, 4], 'an array'],
  ])('should refuse the value %j', (given, shown) => {
    const source = scriptedListerWatcher({ list: [EMPTY], watch: [NEVER] });

    expect(() => reflect(source, { shard: given as never })).toThrow(
      `reflect: shard must be an object with index and of, not ${shown}`,
    );
  });

  it('should allow up to 1,048,576 shards', () => {
    const source = scriptedListerWatcher({ list: [EMPTY], watch: [NEVER] });

    expect(() =>
      reflect(source, { shard: { index: 2 ** 20 - 1, of: 2 ** 20, by: 'namespace' } }),
    ).not.toThrow();
  });
});
