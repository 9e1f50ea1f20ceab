import { line, many, one, state } from '../model/fields/field-builders.ts'
import type { Field } from '../model/fields/field.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'

const about = 'A test.'

interface FairStates {
  readonly halls: readonly string[]
  readonly stands: readonly string[]
}

/** A fair: its next version adds states, and a stand needs no title any more. */
const createFair = ({ halls, stands }: FairStates, title: Field<string> | Field<string | null>) => {
  const FairHall = record({
    name: 'FairHall',
    plural: 'fairHalls',
    about,
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
    fields: { name: line(80, { about }), stage: state(halls, { about }) },
  })
  const FairStand = record({
    name: 'FairStand',
    plural: 'fairStands',
    about,
    live: true,
    allowed: {
      read: { GUEST: (stand) => stand.hall.stage.ne('CLOSED'), EDITOR: 'all' },
      write: { EDITOR: 'all' },
    },
    fields: {
      title,
      hall: one(FairHall, { about, optional: true, inverse: 'stands', onDelete: 'clear' }),
      others: many(FairHall, { about, inverse: 'guests' }),
      stage: state(stands, { about, index: true }),
    },
    operations: (on) => ({ open: on({ about, permission: 'write', to: 'OPEN' }) }),
  })
  return contentModel([...builtInModel.types, FairHall, FairStand])
}

/** C15.17: the same types in two versions of the service, which run beside each other. */
export const fairModel = createFair(
  { halls: ['OPEN', 'CLOSED'], stands: ['PLANNED', 'OPEN'] },
  line(80, { about, search: 'A' }),
)
export const nextFairModel = createFair(
  { halls: ['OPEN', 'CLOSED', 'GONE'], stands: ['PLANNED', 'OPEN', 'SOLD'] },
  line(80, { about, search: 'A', optional: true }),
)
