import { DEFAULT_LIMIT, type ConnectionPage } from '@content-service/domain/internal/reading'
import { badValue } from '@content-service/domain/internal/rules'

/** The arguments of a page by cursor. */
export interface PageInput {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly last?: number | null | undefined
  readonly before?: string | null | undefined
}

/**
 * C13.4: parses the arguments of a page; null counts as absent (C5.1), and a default `first` does where `last` or `before` is
 * written. @throws BAD_USER_INPUT.
 */
export const parsePage = (
  { first, after, last, before }: PageInput,
  isFirstWritten = true,
): ConnectionPage => {
  const [from, to] = [after ?? null, before ?? null]
  const isLastGiven = last !== undefined && last !== null
  const isFirstGiven = isFirstWritten && first !== undefined && first !== null
  if (isLastGiven && isFirstGiven) throw badValue(['last'], 'must not stand beside first; remove one of them')
  if (from !== null && to !== null)
    throw badValue(['before'], 'must not stand beside after; remove one of them')
  if (isLastGiven || (to !== null && !isFirstGiven))
    return { first: last ?? DEFAULT_LIMIT, after: from, before: to, isBackward: true }
  const page = { first: first ?? DEFAULT_LIMIT, after: from }
  return to === null ? page : { ...page, before: to }
}
