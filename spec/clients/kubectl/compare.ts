import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explained } from './explained.ts';
import { followed, type Home, type Output, ran } from './kubectl.ts';
import { neutral } from './neutral.ts';
import { nameOf, type Scenario, type Step } from './scenario.ts';

/** The comparison of one kubectl command on both servers. */
export interface Comparison {
  readonly scenario: string;
  readonly step: string;
  /** The output lines that differ. Undefined if all lines are equal. */
  readonly difference: string | undefined;
  /** The known reason for the difference. Undefined if the difference is not known. */
  readonly explanation: string | undefined;
}

/**
 * Runs the commands of a scenario on the real and on the embedded server. Each command runs on both servers at the
 * same time.
 */
export async function compare(scenario: Scenario, real: Home, own: Home): Promise<readonly Comparison[]> {
  const namespace = scenario.name;
  const homes = [real, own];
  const places = homes.map((home) => {
    const work = join(home.directory, namespace);
    mkdirSync(work, { recursive: true });
    for (const [name, text] of Object.entries(scenario.files ?? {})) writeFileSync(join(work, name), text);
    return { home, work };
  });
  const all: Comparison[] = [];
  for (const step of [`create namespace ${namespace}`, ...scenario.steps]) {
    const [expected, found] = await Promise.all(
      places.map(({ home, work }) => linesOf(home, work, namespace, step)),
    );
    const name = nameOf(step);
    const difference = differenceOf(expected ?? [], found ?? []);
    const explanation = explained(namespace, name, found);
    all.push({ scenario: namespace, step: name, difference, explanation });
  }
  return all;
}

/**
 * Returns the output lines of a command. Returns the error if the command could not run. An error counts as a
 * difference, even if it occurs on both servers.
 */
async function linesOf(
  home: Home,
  work: string,
  namespace: string,
  step: Step,
): Promise<readonly string[] | Error> {
  try {
    const { code, stdout, stderr } = await outputOf(home, work, namespace, step);
    const lines = (text: string) => neutral(text, home.server).split('\n');
    const isUnordered = typeof step === 'object' && 'unordered' in step;
    const ordered = (text: string) => (isUnordered ? lines(text).sort() : lines(text));
    return [
      `exit ${code}`,
      ...ordered(stdout),
      ...ordered(stderr).map((line) => (line === '' ? '' : `stderr: ${line}`)),
    ];
  } catch (error) {
    return error as Error;
  }
}

function outputOf(home: Home, work: string, namespace: string, step: Step): Promise<Output> {
  if (typeof step === 'string') return ran(home, work, namespace, { run: step });
  return 'run' in step ? ran(home, work, namespace, step) : followed(home, work, namespace, step);
}

/** Returns the lines that are only in one of the outputs. */
function differenceOf(
  expected: readonly string[] | Error,
  found: readonly string[] | Error,
): string | undefined {
  if (expected instanceof Error || found instanceof Error) {
    const received = (one: readonly string[] | Error) => (one instanceof Error ? one.message : 'did it');
    return `    real   ${received(expected)}\n    ours   ${received(found)}`;
  }
  if (expected.join('\n') === found.join('\n')) return undefined;
  const [missing, more] = [without(expected, found), without(found, expected)];
  if (missing.length + more.length === 0) return '    the same lines in another order';
  return [...missing.map((line) => `    real   ${line}`), ...more.map((line) => `    ours   ${line}`)].join(
    '\n',
  );
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
