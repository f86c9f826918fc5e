/**
 * Formats a duration as kubectl prints an age: `42s`, `4m5s`, `7h12m`, `3d4h`, `2y17d` (apimachinery's
 * `duration.HumanDuration`). Formats a negative duration as `0s`. An age may be negative, because the clocks of two
 * machines may differ.
 *
 * @param milliseconds - the duration
 */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const years = Math.floor(days / 365);

  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  if (days < 8) return pair(days, 'd', hours % 24, 'h');
  if (years < 2) return `${days}d`;
  if (years < 8) return pair(years, 'y', days % 365, 'd');
  return `${years}y`;
}

const pair = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`;
