import { checkMemberCount, isObject } from '@content-service/domain/internal/rules'
import type { Request, RequestParams } from 'graphql-http'
import { readHeader } from '../requests/negotiation.ts'
import type { DocumentRegistry } from '../requests/trusted-documents.ts'

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

const isQuestion = (body: Readonly<Record<string, unknown>>): boolean => {
  const { query, variables, operationName, extensions } = body
  return (
    typeof query === 'string' &&
    (isAbsent(variables) || (isObject(variables) && !Array.isArray(variables))) &&
    (isAbsent(operationName) || (typeof operationName === 'string' && operationName !== '')) &&
    extensions === undefined
  )
}

const JSON_BODY = /^application\/json(?:; ?charset=utf-8)?$/i

type IncomingRequest = Pick<Request<unknown, unknown>, 'method' | 'headers' | 'body'>

/**
 * The parameters of an ordinary request: a POST with JSON and a document. Null for all others, which graphql-http reads or
 * refuses: it takes twice as long, because it looks for each other form first.
 */
export const readOrdinary = (
  { method, headers, body: text }: IncomingRequest,
  documents: DocumentRegistry,
): RequestParams | null => {
  const isJson = method === 'POST' && JSON_BODY.test(readHeader({ headers }, 'content-type') ?? '')
  if (!isJson || typeof text !== 'string') return null
  try {
    checkMemberCount(text)
    const body: unknown = JSON.parse(text)
    if (!isObject(body) || !isQuestion(body)) return null
    // The check compares the types of all members.
    const params = body as unknown as RequestParams
    documents.resolve(params.query, undefined)
    return params
  } catch {
    return null
  }
}
