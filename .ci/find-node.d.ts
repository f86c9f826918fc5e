/**
 * Finds the path of a Node of this major version. A Node that npm installs for it stays in
 * `~/.cache/rx-informer/nodes`.
 */
export declare function findNode(major: number): string;
