/** The path of a Node of this major version; what npm has to bring stays in `~/.cache/rx-informer/nodes`. */
export declare function findNode(major: number): string;
