import { BadRequest, readMember, readOptional } from './entities.ts'
import type { Page, Properties } from './options.ts'

const MOST_RESULTS = 1_000

interface Token {
  readonly after: string
  readonly limit: number
  /** The digest of the request: a token continues only the search that it comes from (section 8.2). */
  readonly of: string
}

/** The position of a search, and the part of the response that tells it to the client. */
export interface Search {
  readonly page: Page
  /** Members of the response: `page` if the client asked for pages or more results follow. */
  readonly show: (next: string | null, count: number) => object
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const encode = (token: Token): string => toBase64(new TextEncoder().encode(JSON.stringify(token)))

function decode(text: string): Token {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const { after, limit, of } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof after === 'string' && isLimit(limit) && typeof of === 'string') return { after, limit, of }
  } catch {
    // The error below names the token, too.
  }
  throw new BadRequest('"page.token" is not a token of this service; begin the search again without it.')
}

const isLimit = (limit: unknown): limit is number => Number.isSafeInteger(limit) && (limit as number) > 0

/** The digest of the request without its page. Members with other names or orders make another request. */
async function digest(kind: string, { page: _, ...rest }: Properties): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([kind, rest]))
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

function readLimit(page: Properties): number | undefined {
  const limit = readMember(page, 'limit')
  if (limit === undefined || isLimit(limit)) return limit && Math.min(limit, MOST_RESULTS)
  throw new BadRequest('"page.limit" must be a whole number above 0.')
}

/** Reads the page of a search. @throws BadRequest for a token of another search. */
export async function readSearch(kind: string, body: Properties): Promise<Search> {
  const page = readOptional(body, 'page')
  const [given, text] = [readLimit(page), readMember(page, 'token')]
  const of = await digest(kind, body)
  const token = typeof text === 'string' && text !== '' ? decode(text) : undefined
  const limit = token?.limit ?? given ?? MOST_RESULTS
  if (token && (token.of !== of || (given !== undefined && given !== limit)))
    throw new BadRequest('"page.token" belongs to another search; repeat the request that it comes from.')
  const isPaged = readMember(body, 'page') !== undefined
  return {
    page: { after: token?.after ?? null, limit },
    show: (next, count) =>
      isPaged || next !== null
        ? { page: { next_token: next === null ? '' : encode({ after: next, limit, of }), count } }
        : {},
  }
}
