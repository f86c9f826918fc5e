/** `HH:MM:SS`, in the time of the place. */
export function clock(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 8);
}
