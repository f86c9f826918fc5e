/**
 * Returns the path of a Node executable with this major version. If npm has to install it, it stays in
 * `~/.cache/rx-informer/nodes`.
 */
export declare function findNode(major: number): string;
