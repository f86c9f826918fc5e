import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSync, fstatSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import process from 'node:process';
import { writeKubeConfig } from '../../../src/cli/commands/written-kube-config.ts';
import { openPrivateFile, writePrivateFile } from '../../../src/cli/output/private-file.ts';
import { recordingFile } from '../../../src/cli/recording/recording-file.ts';
import { writeSnapshot } from '../../../src/apiserver/index.ts';
import { createApiServer } from 'rx-informer/apiserver';
import { type Temporary, temporary } from '../temporary.ts';

describe('writePrivateFile', () => {
  let home: Temporary;
  beforeEach(() => {
    home = temporary();
  });
  afterEach(() => home.remove());

  const snapshot = createApiServer().snapshot();
  const writers: readonly (readonly [string, (file: string) => void])[] = [
    ['a private file', (file) => writePrivateFile(file, 'secret')],
    ['--write-kubeconfig', (file) => writeKubeConfig({ kubeConfig: () => 'secret' }, file)],
    ['--snapshot', (file) => writeSnapshot(file, snapshot)],
    ['--file --force', (file) => recordingFile(file, true).write('secret')],
  ];

  it.each(writers)('should let only the user read the file of %s, and leave no other file', (_, write) => {
    write(home.path('file'));

    expect(lstatSync(home.path('file')).mode & 0o777).toBe(0o600);
    expect(readdirSync(home.directory)).toEqual(['file']);
  });

  it.each(writers)('should not follow a link in place of the temporary file of %s', (_, write) => {
    const victim = home.write('victim', 'precious');
    symlinkSync(victim, home.path(`file.${process.pid}.part`));

    write(home.path('file'));

    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(lstatSync(home.path('file')).isFile()).toBe(true);
  });

  it.each(writers)('should replace a dangling link with a file: %s', (_, write) => {
    symlinkSync(home.path('elsewhere'), home.path('file'));

    write(home.path('file'));

    expect(lstatSync(home.path('file')).isFile()).toBe(true);
    expect(readdirSync(home.directory)).toEqual(['file']);
  });

  it('should replace a link when a recording is overwritten', () => {
    const victim = home.write('victim', 'precious');
    symlinkSync(victim, home.path('file'));

    recordingFile(home.path('file'), true).write('line');

    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readFileSync(home.path('file'), 'utf8')).toBe('line\n');
  });

  it('should leave no temporary file if it fails', () => {
    mkdirSync(home.path('file', 'full'), { recursive: true });

    expect(() => writePrivateFile(home.path('file'), 'secret')).toThrow();
    expect(readdirSync(home.directory)).toEqual(['file']);
  });
});

describe('openPrivateFile', () => {
  let home: Temporary;
  beforeEach(() => {
    home = temporary();
  });
  afterEach(() => home.remove());

  it('should return the descriptor of its new file, and leave no other file', () => {
    const victim = home.write('victim', 'precious');
    symlinkSync(victim, home.path('file'));

    const descriptor = openPrivateFile(home.path('file'));
    const [opened, there] = [fstatSync(descriptor), lstatSync(home.path('file'))];
    closeSync(descriptor);

    expect([opened.ino, opened.mode & 0o777, opened.size]).toEqual([there.ino, 0o600, 0]);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readdirSync(home.directory).sort()).toEqual(['file', 'victim']);
  });

  it('should leave no temporary file if the file cannot be replaced', () => {
    mkdirSync(home.path('file', 'in-it'), { recursive: true });

    expect(() => openPrivateFile(home.path('file'))).toThrow();
    expect(readdirSync(home.directory)).toEqual(['file']);
  });
});
