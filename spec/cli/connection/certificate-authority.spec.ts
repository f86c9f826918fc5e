import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { CommandError } from '../../../src/cli/command-error.ts';
import { readCertificateAuthority } from '../../../src/cli/connection/certificate-authority.ts';

describe('readCertificateAuthority', () => {
  let file = '';
  beforeAll(() => {
    file = join(mkdtempSync(join(tmpdir(), 'rx-informer-')), 'ca.crt');
  });
  afterAll(() => rmSync(join(file, '..'), { recursive: true }));

  it('should read a file of certificates', () => {
    const text = rootCertificates.slice(0, 2).join('\n');
    writeFileSync(file, text);

    expect(readCertificateAuthority(file)).toBe(text);
  });

  it('should refuse a file without certificates', () => {
    for (const text of [
      '',
      'not a certificate',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    ]) {
      writeFileSync(file, text);
      expect(() => readCertificateAuthority(file)).toThrow(`${file} holds no certificate in PEM form`);
    }
  });

  it('should explain why a file cannot be read', () => {
    expect(() => readCertificateAuthority(`${file}.none`)).toThrow(
      new CommandError(`cannot read ${file}.none: there is no such file`),
    );
    expect(() => readCertificateAuthority(join(file, '..'))).toThrow('it is a directory');
  });
});
