import type { ChildProcess } from 'node:child_process';
import { runChild, startChild } from './child.ts';
import type { Contender, Figures, Scenario } from './scenario.ts';

/** What came of a contender: figures of each round, or why there are none. */
export interface Outcome {
  readonly name: string;
  readonly rounds: readonly Figures[];
  readonly notRun?: string;
}

export interface ScenarioResult {
  readonly scenario: Scenario;
  readonly outcomes: readonly Outcome[];
}

const speedServer = new URL('../server/main.ts', import.meta.url);

/** Runs all contenders of a scenario round by round; who begins changes with each round. */
export async function runScenario(
  scenario: Scenario,
  rounds: number,
  say: (line: string) => void,
): Promise<ScenarioResult> {
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
  try {
    const addresses: string[] = [];
    const isIdle = scenario.contenders.every((one) => notRun.has(one));
    for (const server of isIdle ? [] : scenario.servers) {
      const options = Object.assign({}, server, ...scenario.contenders.map(({ needs }) => needs)) as object;
      const { child, told } = await startChild(scenario.serverScript ?? speedServer, [
        JSON.stringify(options),
      ]);
      servers.push(child);
      addresses.push(String(told));
    }
    const total = Math.max(1, Math.round(rounds * (scenario.roundsEach ?? 1)));
    for (let round = 0; round < total; round++) {
      for (const contender of rotated(scenario.contenders, round)) {
        await attempt(contender, async () => {
          const told = await runChild(contender.script, contender.args(addresses));
          figures.get(contender)?.push(told as Figures);
          say(`${scenario.name}, round ${round + 1} of ${total}: ${contender.name}`);
        });
      }
    }
  } finally {
    for (const server of servers) server.kill();
  }

  const outcomes = scenario.contenders.map((contender): Outcome => {
    const reason = notRun.get(contender);
    return reason === undefined
      ? { name: contender.name, rounds: figures.get(contender) ?? [] }
      : { name: contender.name, rounds: [], notRun: reason };
  });
  return { scenario, outcomes };
}

/** The same in another order, so that no one always comes first. */
export function rotated<T>(values: readonly T[], by: number): readonly T[] {
  const at = by % Math.max(1, values.length);
  return [...values.slice(at), ...values.slice(0, at)];
}
