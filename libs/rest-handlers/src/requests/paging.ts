import { ContentError, COUNT_LIMIT, type Context } from '@content-service/domain'
import {
  DEFAULT_LIMIT,
  MAX_LIMIT,
  MAX_OFFSET,
  createPage,
  type Window,
} from '@content-service/domain/internal/reading'
import { isAnonymous } from '@content-service/domain/internal/access'
import { findMeant, findWord, quote } from '@content-service/domain/internal/rules'
import type { QueryParameters } from './query-parameter.ts'
import { PRIVATE_CACHE, PUBLIC_CACHE, type RestRequest, type RestResponse } from '../protocol/http.ts'
import { endSentence, RestError } from '../protocol/problem.ts'
import { integerSchema } from '../schemas/schema-terms.ts'
import { answerRead } from './conditional.ts'
import { createContentTag } from './etag.ts'

export { COUNT_LIMIT }

const INTEGER = /^(0|[1-9][0-9]{0,8})$/

/** C6.3: the parameters of every list. */
export const pageParameters = {
  page: { schema: { ...integerSchema(1, MAX_OFFSET + 1, 'The number of the page, from 1.'), default: 1 } },
  limit: {
    schema: { ...integerSchema(1, MAX_LIMIT, 'The number of records on a page.'), default: DEFAULT_LIMIT },
  },
} as const satisfies QueryParameters

/** The parameters of an address without parameters. */
export const NO_PARAMETERS = {} as const satisfies QueryParameters

const MOST_NAMED = 20

/** The parameter that was meant, or the first ones of a list that takes many. */
const adviseParameter = (name: string, known: readonly string[]): string => {
  if (known.length === 0) return 'send no parameters'
  if (known.length <= MOST_NAMED) return `use ${known.join(', ')}`
  const meant = findMeant(name, known)
  const plain = known.filter((each) => !each.includes('['))
  return meant === undefined ? `use ${plain.join(', ')}` : `did you mean ${meant}?`
}

/** Parses the query of a list: known parameters only, each once. @throws BAD_REQUEST. */
export const readParameters = <Known extends QueryParameters>(
  query: URLSearchParams,
  known: Known,
): Readonly<Partial<Record<keyof Known, string>>> => {
  const names = Object.keys(known)
  const found: Partial<Record<string, string>> = {}
  for (const [name, value] of query) {
    if (!names.includes(name))
      throw new RestError(
        'BAD_REQUEST',
        endSentence(`This URL has no parameter ${quote(name)}; ${adviseParameter(name, names)}`),
      )
    if (found[name] !== undefined)
      throw new RestError('BAD_REQUEST', `The URL contains the parameter ${name} twice. Send it once.`)
    found[name] = value
  }
  // Each name is a known name.
  return found as Readonly<Partial<Record<keyof Known, string>>>
}

const parseInteger = (text: string | undefined, name: string, absent: number): number => {
  if (text === undefined) return absent
  if (!INTEGER.test(text))
    throw new RestError('BAD_REQUEST', `The parameter ${name} must be a decimal integer of at most 9 digits.`)
  return Number(text)
}

/** Parses a word of a closed set, in any case (C13.5). @throws BAD_REQUEST with the words. */
export const parseWord = <const Word extends string>(
  words: readonly Word[],
  text: string | undefined,
  name: string,
): Word | undefined => {
  const word = text === undefined ? undefined : findWord(words, text)
  if (text !== undefined && word === undefined)
    throw new RestError(
      'BAD_REQUEST',
      words.length > 1
        ? `The parameter ${name} must be one of ${words.join(', ')}, and is ${quote(text)}.`
        : `The parameter ${name} must be ${words.join('')}.`,
    )
  return word
}

const adviseCursor = (connection: string): string =>
  `narrow the list with its filters, or read on with ${connection} over GraphQL`

export interface Page {
  readonly page: number
  readonly window: Window
}

/**
 * C6.3: `page` from 1, `limit` 1–100; an address with a value out of range is BAD_REQUEST. Beyond the last page the
 * message names the connection of the typed interface that continues the list, if there is one (C5.6).
 */
export const parsePage = (
  { page, limit }: { readonly page?: string | undefined; readonly limit?: string | undefined },
  connection?: string,
): Page => {
  const [number, size] = [parseInteger(page, 'page', 1), parseInteger(limit, 'limit', DEFAULT_LIMIT)]
  try {
    return { page: number, window: createPage(number, size, connection && adviseCursor(connection)) }
  } catch (error) {
    if (error instanceof ContentError) throw new RestError('BAD_REQUEST', error.message)
    throw error
  }
}

const createLink = (path: string, target: URLSearchParams, page: number, relation: string): string => {
  target.set('page', String(page))
  return `<${path}?${target}>; rel="${relation}"`
}

/** C6.3: RFC 8288 links; `last` is the last page that can be reached. */
export const listHeaders = (
  { path, query }: Pick<RestRequest, 'path' | 'query'>,
  { page, window }: Page,
  total: number,
): Readonly<Record<string, string>> => {
  const last = Math.max(
    1,
    Math.min(Math.ceil(total / window.limit), Math.floor(MAX_OFFSET / window.limit) + 1),
  )
  const target = new URLSearchParams(query)
  const links = [
    createLink(path, target, 1, 'first'),
    ...(page > 1 ? [createLink(path, target, Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [createLink(path, target, page + 1, 'next')] : []),
    createLink(path, target, last, 'last'),
  ]
  return { link: links.join(', '), ...countHeaders(total) }
}

/** `total` is counted to one more than COUNT_LIMIT. */
export const countHeaders = (total: number): Readonly<Record<string, string>> => ({
  'x-total-count': String(Math.min(total, COUNT_LIMIT)),
  ...(total > COUNT_LIMIT && { 'x-total-count-precision': 'at-least' }),
})

/** A page as JSON, with a tag of its content. */
export interface PageContent {
  readonly text: string
  readonly etag: string
  /** On all pages, counted to one more than COUNT_LIMIT. */
  readonly total: number
}

export const writePage = (shown: readonly unknown[], total: number): PageContent => {
  const text = JSON.stringify(shown)
  return { text, etag: createContentTag(`${total} ${text}`), total }
}

/** C6.10: a shared cache may keep public content for a minute. */
export const createCacheHeaders = (context: Context): Readonly<Record<string, string>> =>
  isAnonymous(context) ? PUBLIC_CACHE : PRIVATE_CACHE

/** A page of a list; 304 for a client that already has the page. */
export const answerPage = (
  request: RestRequest,
  page: Page,
  { text, etag, total }: PageContent,
  cache: Readonly<Record<string, string>> = PRIVATE_CACHE,
): RestResponse => answerRead(request, text, { etag, ...listHeaders(request, page, total), ...cache })
