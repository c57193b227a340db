// The typefaces of the page, as its style sheets declare them, for the worker that draws lettering.

import type { Face } from './errands';

/** All faces that can be fetched from a URL. Style sheets of other origins cannot be read. */
export function declaredFaces(document: Document): Face[] {
  const found: Face[] = [];
  for (const sheet of document.styleSheets) {
    let rules: CSSRuleList;
    try {
      rules = sheet.cssRules;
    } catch {
      continue;
    }
    const base = sheet.href ?? document.baseURI;
    for (const rule of rules) {
      const face = rule.constructor.name === 'CSSFontFaceRule' ? faceOf(rule, base) : null;
      if (face) found.push(face);
    }
  }
  return found;
}

function faceOf(rule: CSSRule, base: string): Face | null {
  const { style } = rule as CSSFontFaceRule;
  const url = /url\(\s*["']?([^"')]+)["']?\s*\)/.exec(style.getPropertyValue('src'))?.[1];
  const family = style.getPropertyValue('font-family').replace(/["']/g, '').trim();
  if (!url || !family) return null;
  return {
    family,
    source: new URL(url, base).href,
    weight: style.getPropertyValue('font-weight') || 'normal',
    style: style.getPropertyValue('font-style') || 'normal',
    range: style.getPropertyValue('unicode-range') || 'U+0-10FFFF',
  };
}
