import type { Project } from '../project.ts';

/** A command that runs in the folder of a tool. The step rejects if the tool does not load the library correctly. */
export interface Step {
  readonly name: string;
  run(project: Project): Promise<void>;
}

/**
 * A compiler, bundler, test runner or runtime under test. The test does the same as a user: it installs packages,
 * writes files and runs commands.
 */
export interface Tool {
  readonly name: string;
  /** The reason why the tool cannot run on this computer. */
  readonly missing?: string;
  readonly packages: readonly string[];
  /** The field `type` of package.json in the folder of the tool. By default, package.json has no such field. */
  readonly type?: 'module' | 'commonjs';
  /** The files to write: their texts, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The commands to run, one after the other. */
  readonly steps: readonly Step[];
}

/** The paths of the Node executables that run the tools, by major version. */
export type Nodes = Readonly<Record<20 | 22 | 24, string>>;

/** The major versions of Node that the package supports. */
export const majors = [20, 22, 24] as const;
