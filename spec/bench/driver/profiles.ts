import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScenarioResult } from './run-scenario.ts';
import { type CpuProfile, selfTimes } from './self-times.ts';

/**
 * Returns the flags of Node for CPU profiles. With these flags, each process, and each of its child processes, writes
 * its profile into the folder when it ends.
 */
export const profileFlags = (folder: string): readonly string[] => ['--cpu-prof', `--cpu-prof-dir=${folder}`];

/** Returns the folder for the CPU profiles of one measured program. */
export const profileFolder = (root: string, scenario: string, contender: string): string =>
  join(root, fileName(scenario), fileName(contender));

const fileName = (text: string): string => text.replace(/[^\w.]+/g, '-');

/** Summarises the newest CPU profile of each measured program as text. */
export function profileSummaries(root: string, { scenario, outcomes }: ScenarioResult): readonly string[] {
  return outcomes.flatMap(({ name }) => {
    const folder = profileFolder(root, scenario.name, name);
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    const newest = files.findLast((file) => file.endsWith('.cpuprofile'));
    if (newest === undefined) return [];
    const path = join(folder, newest);
    return `${scenario.name}, ${name}: ${path}\n${summaryOf(readProfile(path))}\n\n`;
  });
}

const readProfile = (path: string): CpuProfile => JSON.parse(readFileSync(path, 'utf8')) as CpuProfile;

function summaryOf(profile: CpuProfile): string {
  const times = selfTimes(profile);
  const total = times.reduce((sum, { ms }) => sum + ms, 0);
  return times
    .slice(0, shown)
    .map(({ place, ms }) => {
      const share = ((100 * ms) / total).toFixed(1);
      return `${ms.toFixed(0).padStart(8)} ms ${share.padStart(5)} %  ${place}`;
    })
    .join('\n');
}

/**
 * Number of functions in the summary of a CPU profile. In the profile of a watch, each of the omitted functions takes
 * less than 1 % of the time.
 */
const shown = 16;
