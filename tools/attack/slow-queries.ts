import { AttackArgumentError } from './arguments.ts'
import { VOCABULARY } from './slow-data.ts'

/** The records of which the queries ask. */
export interface SlowRecords {
  /** The ids of users with hidden followers. */
  readonly followed: readonly number[]
  /** The id of a topic with closed entries. */
  readonly topic: string
}

/** The query of the request with this number. Other aliases make another document, whose run no other request shares. */
type CreateQuery = (number: number, records: SlowRecords) => string

/** A document has at most 30 aliases. */
const ALIASES = 30

const repeat = (field: string, count: number, number: number): string =>
  Array.from({ length: count }, (_, place) => `r${number}a${place}: ${field}`).join(' ')

const askFollowers: CreateQuery = (number, { followed: [first] }) =>
  `{ user(id: ${first}) { ${repeat('followers(limit: 1) { id }', ALIASES, number)} } }`

const askDeeper: CreateQuery = (number, { followed: [, ...others] }) => {
  const field = `followers(limit: ${2 + (number % 3)}) { followers(limit: ${1 + (number % 5)}) { id } }`
  return `{ user(id: ${others[number % others.length]}) { ${repeat(field, ALIASES / 2, number)} } }`
}

const askLinks: CreateQuery = (number, { topic }) =>
  `{ topic(id: "${topic}") { ${repeat('entries(limit: 1) { id }', ALIASES, number)} } }`

/** 19 conditions that hold for each open entry, and a last one that holds for none. */
const askFilters: CreateQuery = (number) => {
  const conditions = Array.from({ length: 20 }, (_, place) => {
    const list = place % 2 === 0 ? 'topics' : 'subtopics'
    const name = place === 19 ? `contains: "none ${number}"` : `ne: "none ${number} ${place}"`
    return `{ ${list}: { some: { name: { ${name} } } } }`
  })
  return `{ entries(limit: 1, where: { and: [${conditions.join(' ')}] }) { id } }`
}

/** Two different words of the vocabulary, another pair for each of 1,560 numbers. */
const askSearches: CreateQuery = (number) => {
  const first = number % VOCABULARY
  const second = (first + 1 + (Math.floor(number / VOCABULARY) % (VOCABULARY - 1))) % VOCABULARY
  return `{ searchAll(query: "word${first} word${second}", first: 5) { edges { score } } }`
}

export const SLOW_KINDS = {
  followers: askFollowers,
  links: askLinks,
  filters: askFilters,
  deeper: askDeeper,
  searches: askSearches,
} as const satisfies Readonly<Record<string, CreateQuery>>

export type SlowKind = keyof typeof SLOW_KINDS

const isKind = (name: string): name is SlowKind => Object.hasOwn(SLOW_KINDS, name)

/** The kinds that a name chooses. @throws AttackArgumentError if there is no such kind. */
export const chooseKinds = (name: string): readonly SlowKind[] => {
  if (name === 'mixed') return Object.keys(SLOW_KINDS).filter(isKind)
  if (isKind(name)) return [name]
  throw new AttackArgumentError(
    `--kind must be ${Object.keys(SLOW_KINDS).join(', ')} or mixed, not "${name}".`,
  )
}

/** The queries of some kinds, in turn. */
export const createSlowQueries =
  (kinds: readonly SlowKind[], records: SlowRecords): ((number: number) => string) =>
  (number) => {
    const kind = kinds[number % kinds.length] ?? 'followers'
    return SLOW_KINDS[kind](Math.floor(number / kinds.length), records)
  }
