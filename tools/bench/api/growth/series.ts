import { postGraphql, type BenchRequest } from '../requests.ts'
import type { Targets } from '../workloads.ts'

/** A question that becomes larger from step to step, and should cost the same for each object that it returns. */
export interface Series {
  readonly title: string
  /** What costs the same in each step. */
  readonly unit: 'object' | 'KiB'
  readonly steps: readonly number[]
  /** The request at a place of a step: no two of the 32 requests at a time are equal, because equal reads share a statement. */
  ask(step: number, place: number, targets: GrowthTargets): BenchRequest | null
}

export interface GrowthTargets extends Targets {
  /** Ids of articles by the least bytes of their texts: twice as many bytes are the next step. */
  readonly articlesBySize: ReadonlyMap<number, readonly string[]>
}

/** The requests of a step: a multiple of the 40 questions that a page has. */
export const PLACES = 80
/** The articles of a nested list, newest first, and the comments that each of them needs. */
export const [NESTING_ARTICLES, MOST_COMMENTS] = [10, 80]

const CARD = 'id title excerpt createdAt'
const LIST = 'query ($limit: Int!, $offset: Int!, $direction: SortDirection!)'
const PAGE_ROWS = 20

/** The step counts the lists, each of which begins after the one before. */
const askAliases = (lists: number, place: number): BenchRequest => {
  const numbers = Array.from({ length: lists }, (_, list) => list)
  const fields = numbers.map((list) => `a${list}: articles(limit: 5, offset: $o${list}) { ${CARD} }`)
  return postGraphql(
    `query (${numbers.map((list) => `$o${list}: Int!`).join(', ')}) { ${fields.join(' ')} }`,
    Object.fromEntries(numbers.map((list) => [`o${list}`, place + 5 * list])),
  )
}

/** An article, its owner, an article of the owner, and so on: one record for each level. */
const nest = (levels: number, isArticle: boolean): string => {
  if (levels === 0) return ''
  const next = nest(levels - 1, !isArticle)
  return isArticle
    ? `{ id title ${next && `owner ${next}`} }`
    : `{ id username ${next && `articles(limit: 1) ${next}`} }`
}

export const TEXT_SIZES = [512, 1_024, 2_048, 4_096, 8_192] as const

export const SERIES: readonly Series[] = [
  {
    title: 'limit of a list of articles',
    unit: 'object',
    steps: [10, 20, 40, 80],
    ask: (limit, place) =>
      postGraphql(`${LIST} { articles(limit: $limit, offset: $offset, direction: $direction) { ${CARD} } }`, {
        limit,
        offset: place,
        direction: 'DESC',
      }),
  },
  {
    title: 'limit of the comments of 10 articles',
    unit: 'object',
    steps: [5, 10, 20, 40, 80],
    ask: (limit, place) =>
      postGraphql(
        `query ($limit: Int!, $offset: Int!) { articles(limit: ${NESTING_ARTICLES}, offset: $offset) { id comments(limit: $limit) { id content author { id username } } } }`,
        { limit, offset: place },
      ),
  },
  {
    title: 'page of a list of 20 articles',
    unit: 'object',
    steps: [1, 2, 4, 8, 16, 32, 64],
    // Only some offsets belong to a page: both directions make enough questions of them.
    ask: (page, place) =>
      postGraphql(`${LIST} { articles(limit: $limit, offset: $offset, direction: $direction) { ${CARD} } }`, {
        limit: PAGE_ROWS,
        offset: (page - 1) * PAGE_ROWS + (Math.floor(place / 2) % PAGE_ROWS),
        direction: place % 2 === 0 ? 'DESC' : 'ASC',
      }),
  },
  { title: 'lists of 5 articles in a document', unit: 'object', steps: [1, 2, 4, 8, 16], ask: askAliases },
  {
    title: 'bytes of the text of an article, at least',
    unit: 'KiB',
    steps: TEXT_SIZES,
    ask: (bytes, place, { articlesBySize }) => {
      const ids = articlesBySize.get(bytes) ?? []
      if (ids.length === 0) return null
      return postGraphql('query ($id: ID!) { article(id: $id) { id title content } }', {
        id: ids[place % ids.length],
      })
    },
  },
  {
    title: 'levels of one record each',
    unit: 'object',
    // The depth limit of 12 counts the fields of the last record, too.
    steps: [1, 2, 4, 8, 11],
    ask: (levels, place, { articles }) =>
      postGraphql(`query ($id: ID!) { article(id: $id) ${nest(levels, true)} }`, { id: articles[place] }),
  },
]
