import { problem } from '../checks/model-problem.ts'
import type { Fields } from '../types/record-operation.ts'
import { LIKED, LIKES, VIEWS, type DeclaredCounters } from './counters.ts'

/** Articles declare their counters themselves, because a release has published their indexes. */
const isDeclaredByService = (custom: unknown, fields: Fields, name: string): boolean =>
  custom !== undefined && fields[name]?.kind === 'counter'

const findOptionProblems = (
  option: typeof LIKES | typeof VIEWS,
  { custom, [option]: given }: DeclaredCounters,
  fields: Fields,
): readonly string[] => {
  if (given === undefined) return []
  if (given !== true)
    return [
      `${option} must be true, and is ${JSON.stringify(given)}; leave it out for a type without ${option}`,
    ]
  const taken = option === LIKES ? [LIKES, LIKED] : [VIEWS]
  return taken.flatMap((name) =>
    problem(
      Object.hasOwn(fields, name) && !isDeclaredByService(custom, fields, name),
      `${option}: true gives the type a field ${name}; give your field ${name} another name`,
    ),
  )
}

/** C17.5: what is wrong with the counters of a type. `fields` are the fields that the declaration gives. */
export const findCounterProblems = (declared: DeclaredCounters, fields: Fields): readonly string[] =>
  [LIKES, VIEWS].flatMap((option) => findOptionProblems(option as 'likes' | 'views', declared, fields))
