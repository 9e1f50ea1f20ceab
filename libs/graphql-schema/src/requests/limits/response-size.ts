import { responseTooLarge } from '@content-service/domain/internal/reading'
import type { GraphQLError } from 'graphql'
import { getCode } from '../error-format.ts'
import type { ResponseBody } from '../executed.ts'
import { tooComplex } from './guards.ts'

const ADVICE = 'Lower the limit of the lists, or select long texts such as content only once.'
export const IS_DONE = 'The mutation is done. Read its records in another request.'

/** UTF-8 has at most three bytes for a unit of UTF-16. */
const MOST_BYTES = 3

const isTooLarge = (data: ResponseBody | null, limit: number): boolean =>
  data !== null && data.length * MOST_BYTES > limit && Buffer.byteLength(data) > limit

/** C12.5: the reason why a read has been stopped. A mutation whose records are too large to be read has written nothing. */
export const findReadProblem = (told: readonly GraphQLError[]): GraphQLError | null => {
  const stopped = told.find((error) => getCode(error) === 'QUERY_TOO_COMPLEX')
  return stopped ? tooComplex(stopped.message) : null
}

/** C12.5: the reason why data is too large; null if it may be sent. */
export const findSizeProblem = (
  data: ResponseBody | null,
  limit: number,
  { isMutation }: { readonly isMutation: boolean },
): GraphQLError | null => {
  if (!isTooLarge(data, limit)) return null
  const { message } = responseTooLarge(limit, ADVICE)
  return tooComplex(isMutation ? `${message} ${IS_DONE}` : message)
}
