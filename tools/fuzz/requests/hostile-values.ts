import type { Draw } from './draw.ts'
import { HOSTILE } from './values.ts'

type Make<Value> = (draw: Draw) => Value
/** Makes a text of at most `most` characters. */
type MakeText = (draw: Draw, most: number) => string

/** Bytes of the longest generated value: just above the limit of a body. */
const MOST = 4_300_000

const repeatPart =
  (part: string, before = '', after = ''): MakeText =>
  (draw, most) =>
    before + part.repeat(Math.floor(Math.min(draw.size() * part.length, most) / part.length)) + after

const MISSPELT = ['artcle', 'interfce', 'betwen', 'harbuor', 'lantren', 'honnest'] as const

/** Words that no text contains, but that are similar to words of texts. */
export const misspelt = (draw: Draw, words: number): string =>
  Array.from({ length: words }, () => draw.pick(MISSPELT)).join(' ')

/** Texts that cost time or memory if their length has no limit, or that break their reader. */
export const HOSTILE_TEXTS = {
  long: repeatPart('x'),
  words: repeatPart('zzqx '),
  misspelt: (draw, most) => misspelt(draw, draw.size(1_000)).slice(0, most),
  spaces: repeatPart(' ', 'a', 'b'),
  'combining characters': repeatPart('\u0301\u0323', 'a'),
  'joined emoji': repeatPart('\u{1f468}\u200d'),
  'characters that grow': repeatPart('\ufdfa'),
  'lone surrogates': repeatPart('\ud800'),
  NUL: repeatPart('\u0000', 'a', 'b'),
  'right to left': repeatPart('\u202e\ufeff'),
  'open brackets': repeatPart('[{"'),
  quotes: repeatPart('\\"'),
  'new lines': repeatPart('\r\n'),
  percent: repeatPart('%00'),
  wildcards: repeatPart('%_'),
  'address parts': repeatPart('a.', 'a@', 'a'),
  'path segments': repeatPart('../'),
  digits: repeatPart('9'),
  operators: repeatPart('a & ! | ('),
  markup: repeatPart('<b>![](', 'a'),
  'object member': () => '__proto__',
} as const satisfies Record<string, MakeText>

const nestParts =
  (open: string, inner: string, close: string): Make<unknown> =>
  (draw) => {
    const levels = draw.size(2_000)
    return JSON.parse(open.repeat(levels) + inner + close.repeat(levels))
  }

const list =
  (item: unknown): Make<unknown> =>
  (draw) =>
    Array.from({ length: draw.size(400_000) }, () => item)

const members =
  (name: (at: number) => string): Make<unknown> =>
  (draw) =>
    Object.fromEntries(Array.from({ length: draw.size(100_000) }, (_, at) => [name(at), at]))

/** A text of about `most` characters: at most this number, or a few more. */
export const hostileText = (draw: Draw, most = MOST): string =>
  HOSTILE_TEXTS[draw.pick(TEXT_NAMES)](draw, most)

/** JSON values of the wrong shape, size or depth. */
export const HOSTILE_VALUES = {
  text: (draw) => hostileText(draw),
  'texts in a list': (draw) => Array.from({ length: draw.size(50) }, () => hostileText(draw, 50_000)),
  'lists in lists': nestParts('[', '', ']'),
  'objects in objects': nestParts('{"input":', '1', '}'),
  'errors in errors': nestParts('{"errors":[', '{}', ']}'),
  'empty objects': list({}),
  'empty lists': list([]),
  numbers: list(1),
  nulls: list(null),
  'short texts': list('a'),
  'unknown members': members((at) => `member${at}`),
  'misspelt members': members((at) => `usernam${at}`),
  'members of objects': () =>
    JSON.parse('{"__proto__": {"role": "ADMIN"}, "constructor": {"prototype": {}}}'),
  'numbers out of range': (draw) => draw.pick([-1, 2 ** 31, 2 ** 53, 1e308, -1e308, 5e-324, 0.1, -0]),
  small: (draw) => draw.some(HOSTILE),
} as const satisfies Record<string, Make<unknown>>

/** Object.keys widens the names of a constant to string. */
const listNames = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  Object.keys(table) as Name[]

const TEXT_NAMES = listNames(HOSTILE_TEXTS)
const VALUE_NAMES = listNames(HOSTILE_VALUES)

export const hostileValue = (draw: Draw): unknown => HOSTILE_VALUES[draw.pick(VALUE_NAMES)](draw)

/** The value, in which a hostile value replaces one part. */
export const replaceWithHostilePart = (draw: Draw, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || draw.isLucky(10)) return hostileValue(draw)
  if (Array.isArray(value))
    return value.length > 0
      ? value.map((item, at) => (at === 0 ? replaceWithHostilePart(draw, item) : item))
      : hostileValue(draw)
  const names = Object.keys(value)
  if (names.length === 0 || draw.isLucky(10))
    return { ...value, [draw.pick(['__proto__', 'unknown', 'constructor'])]: hostileValue(draw) }
  const name = draw.pick(names)
  return { ...value, [name]: replaceWithHostilePart(draw, (value as Record<string, unknown>)[name]) }
}
