// A small strict reader of XML, for workers have no DOMParser. It knows elements, attributes, text,
// comments and the five named entities; it refuses whatever is not well formed and says where.

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly inside, without that of children. */
  readonly text: string;
}

export class XmlError extends Error {
  constructor(what: string, source: string, at: number) {
    const line = source.slice(0, at).split('\n').length;
    super(`${what}, line ${line}, near “${source.slice(at, at + 40).replace(/\s+/g, ' ')}”`);
    this.name = 'XmlError';
  }
}

interface Growing extends XmlElement {
  attributes: Map<string, string>;
  children: Growing[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const PASSED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!DOCTYPE', '>'],
] as const;
const TAG = /<(\/?)([A-Za-z_][\w:.-]*)/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;

/** The root element of a document. */
export function readXml(source: string): XmlElement {
  const document: Growing = { name: '', attributes: new Map(), children: [], text: '' };
  const open: Growing[] = [document];
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < source.length) {
    const inside = open[open.length - 1] as Growing;
    const next = source.indexOf('<', at);
    const text = source.slice(at, next < 0 ? source.length : next);
    if (text) {
      if (inside !== document) inside.text += decoded(text, source, at);
      else if (text.trim()) throw new XmlError('text outside the root element', source, at);
    }
    if (next < 0) break;
    at = next;
    const passed = passedBy(source, at);
    if (passed) {
      inside.text += passed.text;
      at = passed.end;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(source);
    if (!tag) throw new XmlError('a tag was expected', source, at);
    const name = tag[2] as string;
    at = TAG.lastIndex;
    if (tag[1]) {
      TAG_END.lastIndex = at;
      if (open.length === 1 || inside.name !== name || !TAG_END.test(source)) {
        throw new XmlError(`</${name}> does not close <${inside.name}>`, source, next);
      }
      at = TAG_END.lastIndex;
      open.pop();
      continue;
    }
    const element: Growing = { name, attributes: new Map(), children: [], text: '' };
    at = readAttributes(source, at, element);
    inside.children.push(element);
    TAG_END.lastIndex = at;
    const end = TAG_END.exec(source);
    if (!end) throw new XmlError(`<${name}> has no proper end`, source, at);
    at = TAG_END.lastIndex;
    if (!end[1]) open.push(element);
  }
  if (open.length > 1) {
    throw new XmlError(`<${open[open.length - 1]?.name}> is never closed`, source, source.length);
  }
  const [root, second] = document.children;
  if (!root || second) throw new XmlError('exactly one root element was expected', source, 0);
  return root;
}

function readAttributes(source: string, from: number, element: Growing): number {
  let at = from;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(source);
    if (!found) return at;
    const key = found[1] as string;
    if (element.attributes.has(key)) throw new XmlError(`${key} is given twice`, source, at);
    element.attributes.set(key, decoded(found[2] ?? found[3] ?? '', source, at));
    at = ATTRIBUTE.lastIndex;
  }
}

/** Comments, declarations and CDATA: where they end, and the text they stand for. */
function passedBy(source: string, at: number): { text: string; end: number } | null {
  const sign = source[at + 1];
  if (sign !== '!' && sign !== '?') return null;
  for (const [begin, finish] of PASSED) {
    if (!source.startsWith(begin, at)) continue;
    const end = source.indexOf(finish, at + begin.length);
    if (end < 0) throw new XmlError(`${begin} is never closed`, source, at);
    const text = begin === '<![CDATA[' ? source.slice(at + begin.length, end) : '';
    return { text, end: end + finish.length };
  }
  return null;
}

function decoded(text: string, source: string, at: number): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;\s]*)(;?)/g, (whole, name: string, end: string) => {
    const code = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name);
    if (end && code) {
      return String.fromCodePoint(code[1] ? parseInt(code[1], 16) : Number(code[2]));
    }
    const known = end ? ENTITIES[name] : undefined;
    if (known === undefined) throw new XmlError(`unknown entity ${whole}`, source, at);
    return known;
  });
}
