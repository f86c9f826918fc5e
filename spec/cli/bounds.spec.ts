import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, type Observable, range, map } from 'rxjs';
import { StatusError } from 'rx-informer';
import { discover } from '../../src/discovery/discover.ts';
import { findResource } from '../../src/cli/discovery/find-resource.ts';
import { findResources } from '../../src/cli/discovery/find-resources.ts';
import { statusLine } from '../../src/cli/lines/status-line.ts';
import { statusJson } from '../../src/cli/lines/status-json.ts';
import { plainStyle } from '../../src/cli/lines/style.ts';
import { createColumnSets } from '../../src/cli/live/machine/column-sets.ts';
import { definitionsOf } from '../../src/cli/live/machine/table.ts';
import { tableColumns } from '../../src/cli/live/machine/table-columns.ts';
import { pods } from '../discovery/documents.ts';
import { fakeTransport } from './fake-transport.ts';

const mebibyte = 1_048_576;
const large = 'x'.repeat(mebibyte);

describe('the command against a hostile server', () => {
  it('should stop reading discovery after 16 MiB', async () => {
    let sent = 0;
    const chunk = new Uint8Array(mebibyte).fill(0x20);
    const flood = (): Observable<Uint8Array> =>
      range(0, 100).pipe(
        map(() => {
          sent++;
          return chunk;
        }),
      );

    await expect(lastValueFrom(discover(fakeTransport({ '/api': flood, '/apis': flood })))).rejects.toThrow(
      /discovery takes at most 16777216 bytes, and \/api has more/,
    );
    expect(sent).toBe(17);
  });

  it('should count the bytes of all group versions together', async () => {
    const padded = { kind: 'APIResourceList', resources: [], padding: large };
    const versions = Array.from({ length: 100 }, (_, at) => `v${at + 1}`);
    const documents = Object.fromEntries(versions.map((version) => [`/api/${version}`, padded]));
    const transport = fakeTransport({ '/api': { kind: 'APIVersions', versions }, ...documents });

    await expect(lastValueFrom(discover(transport))).rejects.toThrow(/discovery takes at most/);
    expect(transport.requests.length).toBeLessThan(30);
  });

  it('should read each resource a limited number of times to suggest a name', () => {
    let reads = 0;
    const count = 2_000;
    const resources = Array.from({ length: count }, (_, at) => ({
      ...pods,
      group: `g${at}`,
      get resource() {
        reads++;
        return `thing${at}`;
      },
      singularName: '',
      kind: '',
    }));

    expect(() => findResource('thinq7', { resources, missing: [] })).toThrow(
      expect.objectContaining({ hints: [expect.stringContaining('thing7')] }),
    );
    expect(reads).toBeLessThan(20 * count);
  });

  it('should read each resource a limited number of times, for any number of words', () => {
    let reads = 0;
    const count = 2_000;
    const resources = Array.from({ length: count }, (_, at) => ({
      ...pods,
      group: at < count / 2 ? '' : `g${at}`,
      get singularName() {
        reads++;
        return 'pod';
      },
    }));
    const words = Array.from({ length: 100 }, (_, at) => ({ name: 'pods', object: `p${at}` }));
    const { found, notices } = findResources(words, { resources, missing: [] });

    expect(found).toHaveLength(100);
    expect(notices).toHaveLength(100);
    expect(reads).toBeLessThan(5 * count);
  });

  it('should show at most 100 columns', () => {
    const definitions = Array.from({ length: 30_000 }, (_, at) => ({
      name: `c${at}`,
      type: 'string',
      format: '',
      priority: 0,
    }));

    expect(tableColumns(definitionsOf(definitions), [], createColumnSets())).toHaveLength(100);
  });

  it('should print at most 1,000 characters of a message', () => {
    const error = new StatusError({ code: 500, message: large });
    const status = { phase: 'waiting', hasSynced: false, error, failure: 'transient', since: 0, retryAt: 1 };

    expect(statusLine({ text: large, warning: true }, 0, plainStyle, String).length).toBeLessThan(1_020);
    expect(statusJson('pods', status as never, String).length).toBeLessThan(1_300);
  });
});
