import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createProject, type Project } from '../project.ts';
import type { Tally } from '../tally.ts';
import type { Tool } from './tool.ts';

/** The number of tools at once for a machine with two cores. Three, because an installation mostly waits. */
const atOnce = 3;

/** Runs each tool in its own empty folder. */
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
    // A failure of the registry is no failure of the package, but a refusal of the package by npm is.
    if (/ERESOLVE|EBADENGINE|ETARGET/.test(reason))
      await tally.check(`${name}: installs`, () => Promise.reject(new Error(reason)));
    else tally.notRun(name, `it could not be installed: ${reason}`);
    return;
  }
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  for (const step of steps) await tally.check(`${name}: ${step.name}`, () => step.run(project));
  await rm(folder, { recursive: true });
}
