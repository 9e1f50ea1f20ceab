import { conflict } from '../../rules/errors.ts'

/** C17.6: the drafts of one user. @throws CONFLICT if the user has as many as the service keeps. */
export const refuseManyDrafts = (held: number, most: number): void => {
  if (held >= most) throw conflict(`You already have ${most} drafts. Apply or discard one of them first.`)
}
