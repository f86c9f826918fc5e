/** Formats a time as `HH:MM:SS`, in local time. */
export function clock(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 8);
}
