import { ContentError, DEFAULT_LIMIT, MAX_OFFSET, pageOf, type Window } from '@content-service/domain'
import { RestError } from './problem.ts'

/** C6.3: counted no further. */
export const COUNT_LIMIT = 10_000

const INTEGER = /^(0|[1-9][0-9]{0,8})$/

/** The query of a list: each parameter once, none that is unknown. @throws BAD_REQUEST. */
export const parametersOf = <const Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> => {
  const found: Partial<Record<string, string>> = {}
  for (const [name, value] of query) {
    if (!names.some((known) => known === name))
      throw new RestError(
        'BAD_REQUEST',
        `There is no parameter ${JSON.stringify(name)} here; ${names.length > 0 ? `use ${names.join(', ')}` : 'this address takes none'}.`,
      )
    if (found[name] !== undefined)
      throw new RestError('BAD_REQUEST', `The parameter ${name} stands in the address twice.`)
    found[name] = value
  }
  return found as Readonly<Partial<Record<Name, string>>>
}

const integerFrom = (text: string | undefined, name: string, absent: number): number => {
  if (text === undefined) return absent
  if (!INTEGER.test(text))
    throw new RestError('BAD_REQUEST', `The parameter ${name} must be a plain decimal integer.`)
  return Number(text)
}

/** One of a closed set of words. @throws BAD_REQUEST naming them. */
export const wordFrom = <const Word extends string>(
  words: readonly Word[],
  text: string | undefined,
  name: string,
): Word | undefined => {
  const word = words.find((known) => known === text)
  if (text !== undefined && word === undefined)
    throw new RestError('BAD_REQUEST', `The parameter ${name} must be one of ${words.join(', ')}.`)
  return word
}

export interface Page {
  readonly page: number
  readonly window: Window
}

/** C6.3: `page` from 1, `limit` 1–100; in an address, what is out of range is BAD_REQUEST. */
export const pageFrom = ({ page, limit }: { readonly page?: string; readonly limit?: string }): Page => {
  const [number, size] = [integerFrom(page, 'page', 1), integerFrom(limit, 'limit', DEFAULT_LIMIT)]
  try {
    return { page: number, window: pageOf(number, size, 'narrow the list by its filters instead') }
  } catch (error) {
    if (error instanceof ContentError) throw new RestError('BAD_REQUEST', error.message)
    throw error
  }
}

const linkTo = (path: string, query: URLSearchParams, page: number, relation: string): string => {
  const target = new URLSearchParams(query)
  target.set('page', String(page))
  return `<${path}?${target}>; rel="${relation}"`
}

/** C6.3: RFC 8288 links; `last` is the last page that can be reached. */
export const listHeaders = (
  path: string,
  query: URLSearchParams,
  { page, window }: Page,
  total: number,
): Readonly<Record<string, string>> => {
  const last = Math.max(
    1,
    Math.min(Math.ceil(total / window.limit), Math.floor(MAX_OFFSET / window.limit) + 1),
  )
  const links = [
    linkTo(path, query, 1, 'first'),
    ...(page > 1 ? [linkTo(path, query, Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [linkTo(path, query, page + 1, 'next')] : []),
    linkTo(path, query, last, 'last'),
  ]
  return {
    link: links.join(', '),
    'x-total-count': String(Math.min(total, COUNT_LIMIT)),
    ...(total > COUNT_LIMIT && { 'x-total-count-precision': 'at-least' }),
  }
}
