import type { Draw } from './draw.ts'
import { hostileText } from './hostile-values.ts'

/** Changes a valid document into a hostile one. */
type Distort = (draw: Draw, query: string) => string

const times = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ')

/** Adds to the first selection of the document. */
const addToDocument = (query: string, text: string): string => query.replace('{', () => `{ ${text} `)

/** Where fields have no arguments and no braces of their own, this is a leaf of the document. */
const findLeaf = (query: string): string => (query.includes('id') ? 'id' : '__typename')

const cycle = (count: number): string =>
  times(count, (at) => `fragment C${at} on Query { ...C${(at + 1) % count} __typename }`)

/** Fragments of which each contains the next fragment twice: 2^count fields. */
const doubling = (count: number): string =>
  times(
    count,
    (at) => `fragment D${at} on Query { a${at}: __typename ...D${at + 1} b: __typename ...D${at + 1} }`,
  ) + ` fragment D${count} on Query { __typename }`

const RELATIONS = 'owner { articles(limit: 100) { comments(limit: 100) { author { followers(limit: 100) { '
const relations = (levels: number): string => {
  const words = RELATIONS.trim()
    .split(' { ')
    .map((word) => word.replace(' {', ''))
  const path = Array.from({ length: levels }, (_, at) => words[at % words.length])
  return `{ articles { ${path.join(' { ')} { id ${'} '.repeat(levels + 2)}`
}

const introspection = (levels: number): string =>
  `{ __schema { types { fields { type { ${'fields { type { '.repeat(levels)} name ${'} } '.repeat(levels)} } } } } }`

const literal = (draw: Draw): string => {
  const size = draw.size(100_000)
  return draw.pick([
    () => JSON.stringify(hostileText(draw, 200_000)),
    () => `"""${'\n '.repeat(size)}"""`,
    () => `[${'1,'.repeat(size)}]`,
    () => '['.repeat(size) + ']'.repeat(size),
    () => '{a:'.repeat(size) + '1' + '}'.repeat(size),
    () => `{${times(size, (at) => `m${at}: 1`)}}`,
    () => `[${'{} '.repeat(size)}]`,
    () => '9'.repeat(size),
    () => `1e${size}`,
    () => '-'.repeat(size),
    () => '$undeclared',
  ])()
}

const replaceLiteral: Distort = (draw, query) =>
  query.includes(': ')
    ? query.replace(/: ("[^"]{0,100}"|\d{1,10}|[A-Z]{1,20}\b)/, () => `: ${literal(draw)}`)
    : `{ article(id: ${literal(draw)}) { id } }`

const MARKS = [
  '{',
  '}',
  '(',
  ')',
  '"',
  '"""',
  '@',
  '$',
  '...',
  '!',
  '|',
  '&',
  '#',
  '\\u{110000}',
  '\ufeff',
  '\u0000',
  '\ud800',
  '%',
  ',',
  'on',
  'null',
]

/** Distortions, each of which makes another kind of document: too deep, too long, too repetitive, wrong or broken. */
export const DISTORTIONS = {
  'cut off': (draw, query) => query.slice(0, draw.integer(0, query.length)),
  'wrong character': (draw, query) => {
    const at = draw.integer(0, query.length)
    return query.slice(0, at) + draw.pick(MARKS).repeat(draw.pick([1, 1, 50, 5_000])) + query.slice(at)
  },
  'repeated fields': (draw, query) => addToDocument(query, `${findLeaf(query)} `.repeat(draw.size(200_000))),
  'repeated aliases': (draw, query) =>
    addToDocument(
      query,
      times(draw.size(50_000), (at) => `x${at}: __typename`),
    ),
  'conflicting aliases': (draw, query) =>
    addToDocument(
      query,
      times(draw.size(5_000), (at) => `x: y${at}`),
    ),
  'unknown fields': (draw, query) =>
    addToDocument(
      query,
      times(draw.size(50_000), (at) => `unknwn${at}`),
    ),
  'misspelt fields': (draw, query) => addToDocument(query, 'artcles '.repeat(draw.size(50_000))),
  'unknown arguments': (draw, query) =>
    addToDocument(query, `articles(${times(draw.size(20_000), (at) => `lmit${at}: 1`)}) { id }`),
  'repeated arguments': (draw, query) =>
    addToDocument(query, `articles(${'tag: "a" '.repeat(draw.size(20_000))}) { id }`),
  'repeated directives': (draw, query) =>
    addToDocument(query, `__typename ${'@include(if: true) '.repeat(draw.size(20_000))}`),
  'unknown directives': (draw, query) =>
    addToDocument(query, `__typename ${times(draw.size(20_000), (at) => `@includ${at}`)}`),
  'unknown types': (draw, query) =>
    addToDocument(
      query,
      times(draw.size(20_000), (at) => `... on Artcle${at} { id }`),
    ),
  'unknown fragments': (draw, query) =>
    addToDocument(
      query,
      times(draw.size(20_000), (at) => `...Missing${at}`),
    ),
  'unused fragments': (draw, query) =>
    query + times(draw.size(20_000), (at) => ` fragment U${at} on User { id }`),
  'fragments in a circle': (draw, query) => `${addToDocument(query, '...C0')} ${cycle(draw.size(5_000))}`,
  'fragments that double': (draw) => `{ ...D0 } ${doubling(draw.integer(1, 60))}`,
  'inline fragments': (draw) => `${'{ ... '.repeat(draw.size(20_000))}{ __typename }`,
  'deep relations': (draw) => relations(draw.size(2_500)),
  'deep braces': (draw) => '{a'.repeat(draw.size(200_000)),
  'deep types': (draw) => `query ($v: ${'['.repeat(draw.size(50_000))}Int) { __typename }`,
  introspection: (draw) => introspection(draw.pick([1, 3, 5, 20, 500])),
  'many variables': (draw, query) =>
    `query (${times(draw.size(20_000), (at) => `$w${at}: Int = ${at}`)}) ${query.slice(Math.max(0, query.indexOf('{')))}`,
  'unknown variables': (draw, query) =>
    addToDocument(
      query,
      times(draw.size(20_000), (at) => `z${at}: article(id: $z${at}) { id }`),
    ),
  'many operations': (draw, query) =>
    `${query} `.repeat(Math.min(draw.size(5_000), Math.ceil(1_000_000 / (query.length + 1)))),
  'root fields': (draw) =>
    `mutation { ${times(draw.size(500), (at) => `m${at}: createCategory(input: {name: "C${at}"}) { id }`)} }`,
  literal: replaceLiteral,
  comments: (draw, query) => `${'#\n'.repeat(draw.size())}${query}`,
  commas: (draw, query) => ','.repeat(draw.size()) + query,
  text: (draw) => hostileText(draw),
  definitions: (draw, query) =>
    `${query} ${times(draw.size(5_000), (at) => `type T${at} { a: Int } extend type Query { b${at}: Int }`)}`,
} as const satisfies Record<string, Distort>

// Object.keys widens the names of a constant to string.
export const DISTORTION_NAMES = Object.keys(DISTORTIONS) as (keyof typeof DISTORTIONS)[]
