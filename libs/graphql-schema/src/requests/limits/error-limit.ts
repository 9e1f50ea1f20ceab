import { GraphQLError } from 'graphql'

/**
 * C5.8, C12.19: at most `most` errors. If it leaves out errors, the last entry says so, with the code of the first of
 * them.
 */
export const limitErrors = (errors: readonly GraphQLError[], most: number): readonly GraphQLError[] => {
  const leftOut = errors[most - 1]
  if (errors.length <= most || most === 1 || leftOut === undefined) return errors.slice(0, most)
  const note = new GraphQLError(
    `There are more errors. One response has at most ${most} errors. Correct these errors first to see the others.`,
    { extensions: { code: leftOut.extensions['code'] } },
  )
  return [...errors.slice(0, most - 1), note]
}
