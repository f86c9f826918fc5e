import { describe, expect, it } from '@jest/globals';
import { ConnectionError, ProtocolError, StatusError } from 'rx-informer';
import { statusJson } from '../../../src/cli/lines/status-json.ts';

describe('statusJson', () => {
  it('should print the phase of the collection', () => {
    expect(statusJson('pods', { phase: 'listing', since: 1, received: 500, hasSynced: false }, String)).toBe(
      '{"resource":"pods","phase":"listing","hasSynced":false,"since":1,"received":500}',
    );
    expect(
      statusJson('pods', { phase: 'watching', since: 2, resourceVersion: '9', hasSynced: true }, String),
    ).toBe('{"resource":"pods","phase":"watching","hasSynced":true,"since":2,"resourceVersion":"9"}');
  });

  it('should print the fields of an error, without its stack', () => {
    const waiting = { phase: 'waiting', since: 1, attempt: 1, retryAt: 9, hasSynced: true } as const;
    const lost = new ConnectionError('the line broke', { cause: new Error('deep inside') });
    const refused = new StatusError({ code: 403, reason: 'Forbidden', message: 'no' });

    expect(
      JSON.parse(statusJson('pods', { ...waiting, error: lost, failure: 'transient' }, String)),
    ).toMatchObject({
      error: { name: 'ConnectionError', failure: 'transient', message: 'the line broke' },
    });
    expect(
      JSON.parse(statusJson('pods', { ...waiting, error: refused, failure: 'forbidden' }, String)),
    ).toEqual({
      resource: 'pods',
      ...waiting,
      failure: 'forbidden',
      error: { name: 'StatusError', failure: 'forbidden', code: 403, reason: 'Forbidden', message: 'no' },
    });
  });

  it('should escape control characters', () => {
    const error = new StatusError({ code: 500, message: 'a\u009b2J\u202eb' });
    const waiting = { phase: 'waiting', since: 1, attempt: 1, retryAt: 9, hasSynced: true } as const;

    expect(statusJson('pods', { ...waiting, error, failure: 'transient' }, String)).toContain(
      '"message":"a 2J\\u202eb"',
    );
  });

  it('should print skipped objects', () => {
    const incident = new ProtocolError('an object without a name');
    const line = statusJson(
      'pods',
      {
        phase: 'watching',
        since: 2,
        resourceVersion: '9',
        hasSynced: true,
        incident,
      },
      String,
    );

    expect(JSON.parse(line)).toMatchObject({
      incident: { name: 'ProtocolError', message: 'an object without a name' },
    });
  });

  it('should leave no part of a secret when it cuts a message', () => {
    const redact = (text: string): string => text.replaceAll('s3cr"et', '(token)');
    const waiting = { phase: 'waiting', since: 1, attempt: 1, retryAt: 9, hasSynced: true } as const;

    for (let before = 990; before <= 1_000; before++) {
      const error = new StatusError({ code: 500, message: `${'x'.repeat(before)}s3cr"et` });

      expect(statusJson('pods', { ...waiting, error, failure: 'transient' }, redact)).not.toMatch(/xs3?/);
    }
  });

  it('should limit the length of the JSON, for any message of a server', () => {
    const long = 'x'.repeat(1_000_000);
    const error = new StatusError({ code: 500, reason: long, message: long });
    const waiting = { phase: 'waiting', since: 1, attempt: 1, retryAt: 9, hasSynced: true } as const;
    const watching = { phase: 'watching', since: 2, resourceVersion: long, hasSynced: true } as const;

    for (const status of [watching, { ...waiting, error, failure: 'transient' } as const]) {
      const line = statusJson('pods', status, String);
      expect(line.length).toBeLessThan(3_000);
      expect(JSON.parse(line)).toMatchObject({ phase: status.phase });
    }
  });
});
