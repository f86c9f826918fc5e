import type { Project } from '../project.ts';

/** A step in the folder of a tool; it rejects when the tool does not load the package. */
export interface Step {
  readonly name: string;
  run(project: Project): Promise<void>;
}

/** A tool as its users have it: what they install into an empty folder, what they write there, and what they run. */
export interface Tool {
  readonly name: string;
  /** Why it cannot run on this machine. */
  readonly missing?: string;
  readonly packages: readonly string[];
  /** What the folder's package.json says of its modules. Default: nothing. */
  readonly type?: 'module' | 'commonjs';
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
  /** One after the other. */
  readonly steps: readonly Step[];
}

/** The Nodes that run the tools, by their major version. */
export type Nodes = Readonly<Record<20 | 22 | 24, string>>;

/** All that the package supports. */
export const majors = [20, 22, 24] as const;
