import { badUserInput, InvalidValue, type Problem } from '../../rules/errors.ts'

type Checked = { readonly id: unknown } | { readonly problem: string }

const checkId = (check: (given: never) => unknown, given: unknown): Checked => {
  try {
    return { id: check(given as never) }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    return { problem: error.message }
  }
}

/** C14.2: the rule of a list of ids: at most `max` different ones. Each problem has the place of its id. */
export const createIdsRule =
  (check: (given: never) => unknown, max: number) =>
  (given: readonly unknown[]): readonly unknown[] => {
    if (given.length > max) throw new InvalidValue(`must be at most ${max} ids`)
    const checked = given.map((each) => checkId(check, each))
    const ids = checked.map((each) => ('id' in each ? each.id : null))
    const problems = checked.flatMap((each, place): Problem[] => {
      if ('problem' in each) return [{ path: [place], message: each.problem }]
      return ids.indexOf(each.id) < place ? [{ path: [place], message: 'is there twice' }] : []
    })
    if (problems.length > 0) throw badUserInput(problems)
    return ids
  }
