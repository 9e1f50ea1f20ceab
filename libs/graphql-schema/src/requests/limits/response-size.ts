import { responseTooLarge, measureSize } from '@content-service/domain/reading'
import type { GraphQLError } from 'graphql'
import { getCode } from '../error-format.ts'
import { tooComplex } from './guards.ts'

const ADVICE = 'Lower the limit of the lists, or select long texts such as content only once.'
export const IS_DONE = 'The mutation is done. Read its records in another request.'

interface Written {
  /** The data as JSON. */
  readonly data: string | null
  readonly told: readonly GraphQLError[]
  readonly isMutation: boolean
}

/** The most bytes of values for a character of JSON: `[1]` has a list and a number, each of 6 bytes. */
const BYTES_OF_CHARACTER = 4

/** The limit is about values, and not about their JSON. */
const isTooLarge = (data: string | null, limit: number): boolean =>
  data !== null && data.length * BYTES_OF_CHARACTER > limit && measureSize(JSON.parse(data), limit) > limit

/** C12.5: the reason why a result is too large; null if it may be sent. */
export const findResponseProblem = (
  { data, told, isMutation }: Written,
  limit: number,
): GraphQLError | null => {
  // A mutation whose records are too large to be read has written nothing.
  const stopped = told.find((error) => getCode(error) === 'QUERY_TOO_COMPLEX')
  if (stopped !== undefined) return tooComplex(stopped.message)
  if (!isTooLarge(data, limit)) return null
  const { message } = responseTooLarge(limit, ADVICE)
  return tooComplex(isMutation ? `${message} ${IS_DONE}` : message)
}
