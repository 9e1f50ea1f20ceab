import { badUserInput, type Problem } from '../rules/errors.ts'

export const SORT_DIRECTIONS = ['ASC', 'DESC'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]

/** A window of a list: `limit` rows after the first `offset`. */
export interface Window {
  readonly limit: number
  readonly offset: number
}

export const MAX_LIMIT = 100
export const DEFAULT_LIMIT = 20
/**
 * Beyond this offset a client reads a list by cursor: with an offset, the database would walk all rows before it
 * (C5.6).
 */
export const MAX_OFFSET = 10_000

const findLimitProblems = (limit: number, name: string): Problem[] =>
  Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT
    ? []
    : [{ path: [name], message: `must be an integer from 1 to ${MAX_LIMIT}` }]

/** The advice for a list without a connection and without an advice of its own. */
const USE_FILTERS = 'narrow the list with its filters'

const describeBeyond = (farther: string): string => `reaches beyond row ${MAX_OFFSET}; ${farther}`

const findOffsetProblems = (offset: number, farther: string): Problem[] => {
  if (Number.isInteger(offset) && offset >= 0 && offset <= MAX_OFFSET) return []
  const message = offset > MAX_OFFSET ? describeBeyond(farther) : `must be an integer from 0 to ${MAX_OFFSET}`
  return [{ path: ['offset'], message }]
}

/**
 * C5.5: `limit` 1–100 and `offset` 0–10,000, refused and never clamped; `farther` names the way to read the rows behind
 * (C5.6).
 */
export const createWindow = (limit: number, offset: number, farther = USE_FILTERS): Window => {
  const problems = [...findLimitProblems(limit, 'limit'), ...findOffsetProblems(offset, farther)]
  if (problems.length > 0) throw badUserInput(problems)
  return { limit, offset }
}

/** C5.6: `page` from 1, with (page − 1) × limit ≤ 10,000; `farther` names the way to read the rows behind. */
export const createPage = (page: number, limit: number, farther = USE_FILTERS): Window => {
  const problems = findLimitProblems(limit, 'limit')
  if (!Number.isInteger(page) || page < 1)
    problems.push({ path: ['page'], message: 'must be an integer from 1' })
  const offset = (page - 1) * limit
  if (problems.length === 0 && offset > MAX_OFFSET)
    problems.push({ path: ['page'], message: describeBeyond(farther) })
  if (problems.length > 0) throw badUserInput(problems)
  return { limit, offset }
}

export interface ConnectionPage {
  /** The cursor after which the page begins; null for the first page. */
  readonly after: string | null
  /** The cursor before which the page ends. */
  readonly before?: string | null
  /** 1 to 100. */
  readonly first: number
  /** The page has the last records instead of the first ones. */
  readonly isBackward?: boolean
}
