import { planTime } from '../reading/dates.ts'
import { planOwnColumn, type TypePlan } from '../reading/plan.ts'

export const HANDLER_DEAD_LETTER: TypePlan<'handlerRuns'> = {
  from: 'handlerRuns',
  fields: {
    id: planOwnColumn('id'),
    handler: planOwnColumn('handler'),
    eventId: planOwnColumn('eventId'),
    type: planOwnColumn('type'),
    attempts: planOwnColumn('attempts'),
    error: planOwnColumn('error'),
    createdAt: planTime('createdAt'),
  },
}
