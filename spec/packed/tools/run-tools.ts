import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createProject, type Project } from '../project.ts';
import type { Tally } from '../tally.ts';
import type { Tool } from './tool.ts';

/**
 * Number of tools that run at the same time. Three is more than the two cores of the computer, because a tool mostly
 * waits for npm.
 */
const atOnce = 3;

/** Installs and runs each tool in a separate empty folder. */
export async function runTools(
  tools: readonly Tool[],
  home: string,
  tarball: string,
  tally: Tally,
): Promise<void> {
  const waiting = [...tools];
  const runNext = async (): Promise<void> => {
    for (let tool = waiting.shift(); tool !== undefined; tool = waiting.shift())
      await runTool(tool, home, tarball, tally);
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
}

async function runTool(tool: Tool, home: string, tarball: string, tally: Tally): Promise<void> {
  const { name, missing, packages, type, files, steps } = tool;
  if (missing !== undefined) {
    tally.notRun(name, missing);
    return;
  }
  const folder = join(home, name.replace(/\W+/g, '-'));
  let project: Project;
  try {
    project = await createProject(folder, tarball, ['rxjs', ...packages], type);
  } catch (error) {
    const reason = String(error);
    // If npm refuses the library with one of these errors, the test fails. After any other error, for example if the
    // registry is not reachable, the tool counts as not run.
    if (/ERESOLVE|EBADENGINE|ETARGET/.test(reason))
      await tally.check(`${name}: installs`, () => Promise.reject(new Error(reason)));
    else tally.notRun(name, `the tool could not be installed: ${reason}`);
    return;
  }
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  for (const step of steps) await tally.check(`${name}: ${step.name}`, () => step.run(project));
  await rm(folder, { recursive: true });
}
