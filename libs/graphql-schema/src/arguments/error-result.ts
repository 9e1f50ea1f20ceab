import { type ContentError } from '@content-service/domain'

/** A result that is not about one of several records. */
export const NO_RECORD = { id: null, status: null }

/** C5.2: a refusal as a part of the response. */
export const toErrorResult = ({ code, message, problems }: ContentError) => {
  const details = problems.map(({ path, message: wrong }) => `${path.join('.')}: ${wrong}`).join('; ')
  return { __typename: 'Error' as const, code, message, details: details || null, ...NO_RECORD }
}
