import { responseTooLarge, sizeOf } from '@content-service/domain'
import type { GraphQLError } from 'graphql'
import { codeOf } from './error-format.ts'
import { tooComplex } from './guards.ts'

const ADVICE = 'Lower the limit of the lists, or select long texts such as content only once.'
const IS_DONE = 'The mutation is done. Read its records in another request.'

/** A read that was stopped because of its size, or a result in which aliases repeat long texts. */
const findExcess = (data: unknown, told: readonly GraphQLError[], limit: number): string | null => {
  const stopped = told.find((error) => codeOf(error) === 'QUERY_TOO_COMPLEX')
  if (stopped !== undefined) return stopped.message
  return sizeOf(data, limit) > limit ? responseTooLarge(limit, ADVICE).message : null
}

/** C12.5: why a result is not sent; null when it is. */
export const responseProblem = (
  { data, told, isMutation }: { data: unknown; told: readonly GraphQLError[]; isMutation: boolean },
  limit: number,
): GraphQLError | null => {
  const message = findExcess(data, told, limit)
  return message === null ? null : tooComplex(isMutation ? `${message} ${IS_DONE}` : message)
}
