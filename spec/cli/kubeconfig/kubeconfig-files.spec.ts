import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { delimiter } from 'node:path';
import { CommandError } from '../../../src/cli/command-error.ts';
import { kubeconfigFiles } from '../../../src/cli/kubeconfig/kubeconfig-files.ts';
import { type Temporary, temporary } from '../temporary.ts';

describe('kubeconfigFiles', () => {
  let home: Temporary;
  let [a, b, usual] = ['', '', ''];
  beforeAll(() => {
    home = temporary();
    [a, b] = [home.write('a', ''), home.write('b', '')];
    usual = home.write('.kube/config', '');
  });
  afterAll(() => home.remove());

  it('should prefer the given file to those of KUBECONFIG, and these to the file in the home directory', () => {
    const environment = { HOME: home.directory, KUBECONFIG: b };

    expect(kubeconfigFiles(a, environment)).toEqual({ files: [a], name: a });
    expect(kubeconfigFiles(undefined, environment)).toEqual({ files: [b], name: b });
    expect(kubeconfigFiles(undefined, { HOME: home.directory })).toEqual({ files: [usual], name: usual });
    expect(kubeconfigFiles(undefined, { HOME: home.directory, KUBECONFIG: '' })?.files).toEqual([usual]);
    expect(kubeconfigFiles(undefined, { USERPROFILE: home.directory })?.files).toEqual([usual]);
  });

  it('should use several files, and skip missing files, as kubectl does', () => {
    const listed = ['', a, home.path('no'), b, ''].join(delimiter);

    expect(kubeconfigFiles(undefined, { KUBECONFIG: listed })).toEqual({ files: [a, b], name: `${a}, ${b}` });
  });

  it('should be empty if there is no file, for any other content of the home directory', () => {
    expect(kubeconfigFiles(undefined, {})).toBeUndefined();
    expect(kubeconfigFiles(undefined, { HOME: home.path('no') })).toBeUndefined();
    expect(kubeconfigFiles(undefined, { HOME: home.directory, KUBECONFIG: home.path('no') })).toBeUndefined();
  });

  it('should refuse a missing file that was given as an argument', () => {
    expect(() => kubeconfigFiles(home.path('no'), {})).toThrow(CommandError);
    expect(() => kubeconfigFiles(home.path('no'), {})).toThrow(
      /^cannot read .* \(--kubeconfig\): there is no/,
    );
    expect(() => kubeconfigFiles('', {})).toThrow('--kubeconfig is empty');
  });
});
