import { describe, expect, it } from '@jest/globals';
import { tableReporter } from '../../../src/cli/follow/table-reporter.ts';
import { colourStyle, plainStyle } from '../../../src/cli/lines/style.ts';

describe('tableReporter', () => {
  it('should write a notice as a warning with its time, without credentials', () => {
    const redact = (text: string): string => text.replaceAll('s3cret', '(token)');
    const noticeIn = (tellStyle: typeof plainStyle): string =>
      tableReporter({ style: plainStyle, tellStyle, redact }, () => 0).notice(undefined, 'a s3cret');
    const coloured = noticeIn(colourStyle);

    expect(noticeIn(plainStyle)).toMatch(/^\d\d:\d\d:\d\d a \(token\)$/);
    expect(coloured).toContain(colourStyle.warning('a (token)'));
  });
});
