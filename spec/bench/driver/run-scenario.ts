import type { ChildProcess } from 'node:child_process';
import { endOf, runChild, startChild } from './child.ts';
import { profileFlags, profileFolder } from './profiles.ts';
import type { Contender, Figures, Scenario } from './scenario.ts';

/** The measurements of one program in all rounds. */
export interface Outcome {
  readonly name: string;
  /**
   * The measurements of each round, in order, so that the rounds of two programs can be compared. The list has no
   * measurements of a round in which the program did not run.
   */
  readonly rounds: readonly Figures[];
  /**
   * The reason why the program has no measurements of some rounds. After its first failure, a program does not run
   * again.
   */
  readonly notRun?: string;
}

export interface ScenarioResult {
  readonly scenario: Scenario;
  readonly outcomes: readonly Outcome[];
}

const speedServer = new URL('../server/main.ts', import.meta.url);

/**
 * Runs all programs of a scenario in several rounds. Each round starts with a different program.
 *
 * @param profiles - the folder for the CPU profile of each run
 */
export async function runScenario(
  scenario: Scenario,
  rounds: number,
  say: (line: string) => void,
  profiles?: string,
): Promise<ScenarioResult> {
  const total = Math.max(1, Math.round(rounds * (scenario.roundsEach ?? 1)));
  const figures = new Map<Contender, Figures[]>(scenario.contenders.map((one) => [one, []]));
  const notRun = new Map<Contender, string>();
  const attempt = async (contender: Contender, work: () => Promise<void>): Promise<void> => {
    if (notRun.has(contender)) return;
    try {
      await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notRun.set(contender, reason);
      say(`${scenario.name}: ${contender.name} not run: ${reason}`);
    }
  };

  for (const contender of scenario.contenders) {
    await attempt(contender, () => contender.prepare?.() ?? Promise.resolve());
  }
  const servers: ChildProcess[] = [];
  const crash = new AbortController();
  try {
    const isIdle = scenario.contenders.every((one) => notRun.has(one));
    const addresses = isIdle ? [] : await startServers(scenario, servers, crash);
    for (let round = 0; round < total; round++) {
      for (const contender of rotated(scenario.contenders, round)) {
        await attempt(contender, async () => {
          const result = await runChild(
            contender.script,
            contender.args(addresses),
            crash.signal,
            profiles === undefined
              ? []
              : profileFlags(profileFolder(profiles, scenario.name, contender.name)),
          );
          figures.get(contender)?.push(result as Figures);
          say(`${scenario.name}, round ${round + 1} of ${total}: ${contender.name}`);
        });
      }
    }
  } finally {
    for (const server of servers) server.kill();
  }

  const outcomes = scenario.contenders.map((contender): Outcome => {
    const reason = notRun.get(contender);
    const own = figures.get(contender) ?? [];
    return {
      name: contender.name,
      rounds: Array.from({ length: total }, (_, round) => own[round] ?? {}),
      ...(reason !== undefined && { notRun: reason }),
    };
  });
  return { scenario, outcomes };
}

/**
 * Starts the servers of a scenario and returns their addresses. If a server does not start or ends early, the whole
 * scenario ends.
 */
async function startServers(
  scenario: Scenario,
  started: ChildProcess[],
  crash: AbortController,
): Promise<readonly string[]> {
  const addresses: string[] = [];
  for (const server of scenario.servers) {
    const options = Object.assign({}, server, ...scenario.contenders.map(({ needs }) => needs)) as object;
    try {
      const { child, result } = await startChild(scenario.serverScript ?? speedServer, [
        JSON.stringify(options),
      ]);
      child.once('exit', () => crash.abort(new Error(`the server ${endOf(child)}`)));
      started.push(child);
      addresses.push(String(result));
    } catch (error) {
      crash.abort(new Error(`no server: ${(error as Error).message}`, { cause: error }));
    }
  }
  return addresses;
}

/**
 * Rotates a list of values. Each round rotates the list of measured programs, so each round starts with a different
 * program.
 */
export function rotated<T>(values: readonly T[], by: number): readonly T[] {
  const at = by % Math.max(1, values.length);
  return [...values.slice(at), ...values.slice(0, at)];
}
