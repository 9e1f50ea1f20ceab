import { checkMemberCount, isObject } from '@content-service/domain/rules'
import type { RequestParams } from 'graphql-http'

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

/** The parameters in the body of an ordinary request; null for all other bodies, which the general way reads. */
export const parseParams = (text: string): RequestParams | null => {
  try {
    checkMemberCount(text)
    const body: unknown = JSON.parse(text)
    // The check compares the types of all members.
    return isObject(body) && isQuestion(body) ? (body as unknown as RequestParams) : null
  } catch {
    return null
  }
}
