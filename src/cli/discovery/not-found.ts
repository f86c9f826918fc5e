import { StatusError } from '../../objects/index.ts';

/** Whether a server said, behind whatever words this was put in, that something is not there. */
export function isNotFound(error: unknown): boolean {
  if (error instanceof StatusError) return error.code === 404;
  return error instanceof Error && isNotFound(error.cause);
}
