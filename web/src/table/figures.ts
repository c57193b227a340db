/** Figures as a printed table has them. */

const PARTS: Readonly<Record<string, string>> = {
  '1/2': '½',
  '1/3': '⅓',
  '2/3': '⅔',
  '1/4': '¼',
  '3/4': '¾',
  '1/5': '⅕',
  '2/5': '⅖',
  '3/5': '⅗',
  '4/5': '⅘',
  '1/6': '⅙',
  '5/6': '⅚',
  '1/8': '⅛',
  '3/8': '⅜',
  '5/8': '⅝',
  '7/8': '⅞',
};

/** A number that may be a fraction, as `9/2`, in the form `4½`; anything else as it came. */
export function figure(text: string): string {
  const found = /^(-?)(\d+)\/(\d+)$/.exec(text);
  if (!found) return text;
  const [, sign = '', above = '0', below = '1'] = found;
  const whole = Math.floor(Number(above) / Number(below));
  const rest = Number(above) % Number(below);
  if (rest === 0) return `${sign}${whole}`;
  const part = PARTS[`${rest}/${below}`];
  if (part) return `${sign}${whole || ''}${part}`;
  return whole ? `${sign}${whole} ${rest}/${below}` : text;
}
