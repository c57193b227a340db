/** Time left on a clock, in the form a player reads at a glance. */

export function timeLeft(seconds: number): string {
  const sign = seconds < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(seconds));
  const [days, hours, minutes] = [whole / 86_400, (whole / 3600) % 24, (whole / 60) % 60].map(
    Math.floor,
  ) as [number, number, number];
  const two = (value: number) => String(value).padStart(2, '0');
  if (days) return `${sign}${days}d ${hours}h`;
  if (hours) return `${sign}${hours}:${two(minutes)}:${two(whole % 60)}`;
  return `${sign}${minutes}:${two(whole % 60)}`;
}
