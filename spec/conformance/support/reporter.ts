import { explainedIn } from './explained.ts';
import { target } from './target.ts';

/** The members of Jest's test results that this reporter reads. */
interface Results {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly failureMessage?: string | null;
    readonly testExecError?: unknown;
    readonly testResults: readonly Check[];
  }[];
}

interface Check {
  readonly title: string;
  readonly status: string;
  readonly duration?: number | null;
  readonly failureMessages: readonly string[];
}

/**
 * A Jest reporter that prints the checks by number. Then it prints the failures whose reason is known. The last line
 * is "N passed, N failed".
 */
export default class ConformanceReporter {
  onRunComplete(_contexts: unknown, { testResults: files }: Results): void {
    const explained = new Map(explainedIn(target().directory).map((one) => [one.check, one]));
    const checks = files
      .flatMap(({ testResults }) => testResults)
      .filter(({ status }) => status !== 'pending');
    const broken = files.filter(({ testExecError }) => testExecError !== undefined && testExecError !== null);
    for (const check of checks.toSorted((one, other) => numberOf(one) - numberOf(other))) {
      const isExplained = explained.has(`P${numberOf(check)}`);
      const sign = check.status !== 'passed' ? '✗' : isExplained ? '–' : '✓';
      print(`${sign} ${check.title} (${Math.round(check.duration ?? 0)} ms)`);
      for (const message of check.failureMessages) print(indented(message));
    }
    for (const { testFilePath, failureMessage } of broken)
      print(`✗ ${testFilePath}\n${failureMessage ?? ''}`);
    for (const { check, reason, error } of explained.values())
      print(`${check} cannot pass here: ${reason} (${error})`);

    const failed = checks.filter(({ status }) => status !== 'passed').length + broken.length;
    print(`${checks.length + broken.length - failed - explained.size} passed, ${failed} failed`);
  }
}

const numberOf = ({ title }: Check): number => Number(/^P(\d+):/.exec(title)?.[1]);

const indented = (text: string): string => text.replaceAll(/^/gm, '    ');

const print = (line: string): void => void process.stdout.write(`${line}\n`);
