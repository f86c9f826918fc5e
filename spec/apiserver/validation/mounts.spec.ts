import { describe, expect, it } from '@jest/globals';
import { devices, mounts } from '../../../src/apiserver/validation/mounts.ts';

const count = 200;
const volumes = new Map([['v', { persistentVolumeClaim: { claimName: 'c' } }]]);

/** Returns items with a name and a path. The items count how often the name and the path are read. */
function counted(member: string): { readonly items: readonly object[]; readonly reads: () => number } {
  let reads = 0;
  const items = Array.from({ length: count }, (_, at) => ({
    get name() {
      return (reads++, `${member}-${at}`);
    },
    get [member]() {
      return (reads++, `/${member}/${at}`);
    },
  }));
  return { items, reads: () => reads };
}

describe('mounts', () => {
  it('should refuse the name and the path of a volume device', () => {
    const container = { volumeDevices: [{ name: 'other' }, { name: 'v', devicePath: '/dev/a' }] };

    expect(mounts(volumes, container)([{ name: 'v', mountPath: '/dev/a' }], 'at')).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: 'at[0].name',
        message: 'Invalid value: "v": must not already exist in volumeDevices',
      },
      {
        reason: 'FieldValueInvalid',
        field: 'at[0].mountPath',
        message: 'Invalid value: "/dev/a": must not already exist as a path in volumeDevices',
      },
    ]);
  });

  it('should read each device a constant number of times, for any number of mounts', () => {
    const { items, reads } = counted('devicePath');
    const given = Array.from({ length: count }, (_, at) => ({ name: 'v', mountPath: `/m/${at}` }));

    expect(mounts(volumes, { volumeDevices: items })(given, 'at')).toEqual([]);
    expect(reads()).toBeLessThan(10 * count);
  });
});

describe('devices', () => {
  it('should refuse the name and the path of a volume mount', () => {
    const container = { volumeMounts: [{ name: 'other' }, { name: 'v', mountPath: '/dev/a' }] };

    const errors = devices(volumes, container)([{ name: 'v', devicePath: '/dev/a' }], 'at');

    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'at[0].name: Invalid value: "v": must not already exist in volumeMounts',
      'at[0].devicePath: Invalid value: "/dev/a": must not already exist as a path in volumeMounts',
    ]);
  });

  it('should read each mount a constant number of times, for any number of devices', () => {
    const { items, reads } = counted('mountPath');
    const claims = Array.from({ length: count }, (_, at) => `c${at}`);
    const all = new Map(claims.map((name) => [name, { persistentVolumeClaim: { claimName: 'c' } }]));
    const given = claims.map((name) => ({ name, devicePath: `/d/${name}` }));

    expect(devices(all, { volumeMounts: items })(given, 'at')).toEqual([]);
    expect(reads()).toBeLessThan(10 * count);
  });
});
