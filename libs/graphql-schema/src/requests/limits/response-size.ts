import { responseTooLarge, measureSize } from '@content-service/domain/reading'
import type { GraphQLError } from 'graphql'
import { getCode } from '../error-format.ts'
import { tooComplex } from './guards.ts'

const ADVICE = 'Lower the limit of the lists, or select long texts such as content only once.'
export const IS_DONE = 'The mutation is done. Read its records in another request.'

/** C12.5: the reason why a result is too large; null if it may be sent. */
export const findResponseProblem = (
  { data, told, isMutation }: { data: unknown; told: readonly GraphQLError[]; isMutation: boolean },
  limit: number,
): GraphQLError | null => {
  // A mutation whose records are too large to be read has written nothing.
  const stopped = told.find((error) => getCode(error) === 'QUERY_TOO_COMPLEX')
  if (stopped !== undefined) return tooComplex(stopped.message)
  if (measureSize(data, limit) <= limit) return null
  const { message } = responseTooLarge(limit, ADVICE)
  return tooComplex(isMutation ? `${message} ${IS_DONE}` : message)
}
