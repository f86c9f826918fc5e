import { describe, expect, it } from '@jest/globals';
import { ConnectionError, ProtocolError, StatusError } from 'rx-informer';
import { statusJson } from '../../../src/cli/lines/status-json.ts';

describe('statusJson', () => {
  it('should tell where the collection stands', () => {
    expect(statusJson('pods', { phase: 'listing', since: 1, received: 500, hasSynced: false })).toBe(
      '{"resource":"pods","phase":"listing","hasSynced":false,"since":1,"received":500}',
    );
    expect(statusJson('pods', { phase: 'watching', since: 2, resourceVersion: '9', hasSynced: true })).toBe(
      '{"resource":"pods","phase":"watching","hasSynced":true,"since":2,"resourceVersion":"9"}',
    );
  });

  it('should tell an error by its facts, without its stack', () => {
    const waiting = { phase: 'waiting', since: 1, attempt: 1, retryAt: 9, hasSynced: true } as const;
    const lost = new ConnectionError('the line broke', { cause: new Error('deep inside') });
    const refused = new StatusError({ code: 403, reason: 'Forbidden', message: 'no' });

    expect(JSON.parse(statusJson('pods', { ...waiting, error: lost, failure: 'transient' }))).toMatchObject({
      error: { name: 'ConnectionError', failure: 'transient', message: 'the line broke' },
    });
    expect(JSON.parse(statusJson('pods', { ...waiting, error: refused, failure: 'forbidden' }))).toEqual({
      resource: 'pods',
      ...waiting,
      failure: 'forbidden',
      error: { name: 'StatusError', failure: 'forbidden', code: 403, reason: 'Forbidden', message: 'no' },
    });
  });

  it('should let nobody steer the terminal', () => {
    const error = new StatusError({ code: 500, message: 'a\u009b2J\u202eb' });
    const waiting = { phase: 'waiting', since: 1, attempt: 1, retryAt: 9, hasSynced: true } as const;

    expect(statusJson('pods', { ...waiting, error, failure: 'transient' })).toContain(
      '"message":"a 2J\\u202eb"',
    );
  });

  it('should tell what was left out', () => {
    const incident = new ProtocolError('an object without a name');
    const line = statusJson('pods', {
      phase: 'watching',
      since: 2,
      resourceVersion: '9',
      hasSynced: true,
      incident,
    });

    expect(JSON.parse(line)).toMatchObject({
      incident: { name: 'ProtocolError', message: 'an object without a name' },
    });
  });
});
