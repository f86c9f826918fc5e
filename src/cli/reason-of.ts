/** Describes an error of a file or a socket in words. */
export function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && Object.hasOwn(reasons, code)) return reasons[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EAGAIN: 'it is a terminal, or a device that has nothing to read',
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine does not have the address',
  EDQUOT: 'the disk quota of the user is exceeded',
  EAI_AGAIN: 'the name cannot be resolved',
  EISDIR: 'it is a directory',
  ENOENT: 'there is no such file',
  ENOTFOUND: 'there is no such host',
  ENOSPC: 'no space is left on the device',
  ENXIO: 'it is a socket',
  ENOTDIR: 'there is no such file',
};
