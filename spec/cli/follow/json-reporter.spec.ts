import { describe, expect, it } from '@jest/globals';
import { jsonReporter } from '../../../src/cli/follow/json-reporter.ts';

describe('jsonReporter', () => {
  it('should write a notice as JSON of limited length, without credentials', () => {
    const reporter = jsonReporter({ redact: (text) => text.replaceAll('s3cret', '(token)') });
    const pods = { group: '', version: 'v1', resource: 'pods' };

    const line = reporter.notice(pods, `s3cret ${'\u009b'.repeat(1_000_000)}`);
    expect(line.length).toBeLessThan(7_000);
    expect(JSON.parse(line)).toEqual({ resource: 'pods', notice: expect.stringMatching(/^\(token\) .*…$/) });
  });

  it('should write a notice without a collection', () => {
    const reporter = jsonReporter({ redact: String });

    expect(JSON.parse(reporter.notice(undefined, 'a'))).toStrictEqual({ notice: 'a' });
  });
});
