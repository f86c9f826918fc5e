import type { Project } from '../project.ts';

/** A step in the folder of a tool. It rejects if the tool does not load the package. */
export interface Step {
  readonly name: string;
  run(project: Project): Promise<void>;
}

/**
 * A tool as its users have it: the packages that they install, the files that they write, and the commands that they
 * run.
 */
export interface Tool {
  readonly name: string;
  /** The reason why the tool cannot run on this machine. */
  readonly missing?: string;
  readonly packages: readonly string[];
  /** The field `type` of the folder's package.json. Default: no field. */
  readonly type?: 'module' | 'commonjs';
  /** The texts of files by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The steps, which run one after the other. */
  readonly steps: readonly Step[];
}

/** The Nodes that run the tools, by their major version. */
export type Nodes = Readonly<Record<20 | 22 | 24, string>>;

/** The major versions of Node that the package supports. */
export const majors = [20, 22, 24] as const;
